package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.nodes.Dial;
import dev.plimsoll.apiserver.nodes.NodeConnections;
import dev.plimsoll.apiserver.nodes.PodRelay;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.runtime.Lazy;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/** {@code nodes/NAME/proxy}, {@code pods/NAME/proxy} and {@code services/NAME/proxy}, with any path behind them. */
public final class ProxyHandler implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final ProxyTargets targets;
    private final NodeConnections nodes;
    private final PodRelay pods;
    /** Pods prove nothing to the server, and it proves nothing to them. */
    private final Lazy<SSLContext> anybody = Lazy.of(TrustAllManager::context);

    private final Lazy<HttpClient> others = Lazy.of(() -> HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .sslContext(anybody.get())
            .build());

    public ProxyHandler(Registry registry, Kinds kinds, NodeConnections nodes, RandomGenerator random) {
        this.targets = new ProxyTargets(registry, kinds, random);
        this.nodes = nodes;
        this.pods = new PodRelay(nodes);
    }

    public ApiReply answer(Call call) {
        var path = ProxyPath.of(call.request(), segments(call))
                .orElseThrow(() -> new RefusedException(new Refusal.NoResource()));
        return HtmlLinks.rewritten(answer(call, path), path);
    }

    private ApiReply answer(Call call, ProxyPath path) {
        var request = call.request();
        var target = target(call);
        if (path.rest().isEmpty()
                && (request.method().equals("GET") || request.method().equals("HEAD")))
            return redirect(request.uri(), path);
        var page = page(target.base(), path, request.uri());
        var headers = ProxyHeaders.ofRequest(request);
        switch (target) {
            case ProxyTarget.OfNode node -> {
                headers.add(new ResponseHead.Field(ProxyHeaders.NODE, node.node()));
                return request.isUpgrade()
                        ? UpgradeProxy.open(request, page, headers, nodes::connect)
                        : HttpProxy.send(request, page, path, headers, nodes.client());
            }
            case ProxyTarget.OfPod(var way, var _) -> {
                return request.isUpgrade()
                        ? UpgradeProxy.open(request, page, headers, asked -> connect(way, asked))
                        : StreamProxy.send(request, page, path, headers, () -> connect(way, page));
            }
            case ProxyTarget.OfOther _ -> {
                return request.isUpgrade()
                        ? UpgradeProxy.open(request, page, headers, this::connect)
                        : HttpProxy.send(request, page, path, headers, others.get());
            }
        }
    }

    private ProxyTarget target(Call call) {
        return switch (call.kind().plural()) {
            case "nodes" -> targets.node(call.name());
            case "pods" -> targets.pod(call.namespace(), call.name());
            case "services" -> targets.service(call.namespace(), call.name());
            default -> throw new RefusedException(new Refusal.NoResource());
        };
    }

    /** {@code /api/v1/nodes/NAME/proxy} or {@code /api/v1/namespaces/NAMESPACE/pods/NAME/proxy}. */
    private static int segments(Call call) {
        return call.kind().namespaced() ? 7 : 5;
    }

    /** Links in pages are relative: a page must be known to be a folder. */
    private static ApiReply redirect(String uri, ProxyPath path) {
        var question = uri.indexOf('?');
        var query = question < 0 ? "" : uri.substring(question);
        return ApiReply.Whole.of(301, "text/plain", new byte[0]).withHeader("Location", path.prefix() + "/" + query);
    }

    private static URI page(URI base, ProxyPath path, String uri) {
        var question = uri.indexOf('?');
        var rest = path.rest().isEmpty() ? "/" : path.rest();
        try {
            return URI.create(base + rest + (question < 0 ? "" : uri.substring(question)));
        } catch (IllegalArgumentException _) {
            throw new RefusedException(new Refusal.BadRequest("the path behind the proxy is no path of a URL"));
        }
    }

    private DuplexStream connect(URI page) throws IOException {
        return page.getScheme().equals("https") ? Dial.secure(page, anybody.get(), CONNECT) : Dial.plain(page, CONNECT);
    }

    private DuplexStream connect(PodRelay.Way way, URI page) throws IOException {
        return page.getScheme().equals("https") ? pods.secure(way, way.host(), anybody.get()) : pods.plain(way);
    }

    @Override
    public void close() {
        others.ifMade(HttpClient::shutdownNow);
    }
}
