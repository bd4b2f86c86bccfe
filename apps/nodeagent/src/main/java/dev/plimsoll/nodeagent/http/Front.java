package dev.plimsoll.nodeagent.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsExchange;
import dev.plimsoll.nodeagent.http.Access.Credentials;
import dev.plimsoll.nodeagent.http.Access.Verdict;
import dev.plimsoll.nodeagent.metrics.Exposition;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Where requests arrive: who asks, whether he may, and which page it is. */
final class Front implements HttpHandler {
    private static final String NODES = "/nodes/";
    private static final String BEARER = "bearer ";
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

    private final Access access;
    private final NodeServer.Scope scope;
    private final NodeServer.Content content;

    Front(Access access, NodeServer.Scope scope, NodeServer.Content content) {
        this.access = access;
        this.scope = scope;
        this.content = content;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var answer = answer(exchange);
            exchange.getResponseHeaders().set("Content-Type", answer.contentType());
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(answer.status(), -1);
                return;
            }
            send(exchange, answer);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping: what flows ends here
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException, InterruptedException {
        switch (answer) {
            case Answer.Whole(var status, var _, var body) -> {
                exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
            case Answer.Flowing(var _, var source) -> {
                exchange.sendResponseHeaders(200, 0);
                source.writeTo(exchange.getResponseBody());
            }
        }
    }

    private Answer answer(HttpExchange exchange) {
        var method = exchange.getRequestMethod();
        var path = exchange.getRequestURI().getPath();
        var target =
                located(Target.of(path == null ? "/" : path, content.nodes().keySet()));
        if (!scope.has(target.path())) return Answer.notFound();
        return switch (access.check(credentials(exchange), target.question(method))) {
            case Verdict.Unauthorized _ -> Answer.text(401, "Unauthorized");
            case Verdict.Forbidden(var message) -> Answer.text(403, message);
            case Verdict.Unknown(var message) -> Answer.text(500, message);
            case Verdict.Allowed _ ->
                METHODS.contains(method) ? page(target, query(exchange)) : Answer.text(405, "405 method not allowed\n");
        };
    }

    private static String query(HttpExchange exchange) {
        var query = exchange.getRequestURI().getRawQuery();
        return query == null ? "" : query;
    }

    /** Who asks for the log of a pod does not say on which of the nodes here it is. */
    private Target located(Target target) {
        if (!(target instanceof Target.OfProcess(var path))) return target;
        var parts = List.of(path.substring(1).split("/", -1));
        if (!LogPage.isAt(parts)) return target;
        for (var node : content.nodes().entrySet()) {
            if (LogPage.isOf(node.getValue(), parts)) return new Target.OfNode(node.getKey(), path);
        }
        return target;
    }

    private Answer page(Target target, String query) {
        return switch (target) {
            case Target.OfNode(var node, var path) -> {
                var found = content.nodes().get(node);
                yield found == null
                        ? Answer.text(404, "there is no node " + node + " here\n")
                        : new NodePages(found, content).page(path, query);
            }
            case Target.OfProcess(var path) ->
                switch (path) {
                    case "/healthz" -> health();
                    case "/metrics" -> Answer.metrics(Exposition.text(content.registry()));
                    default ->
                        Answer.text(404, "several nodes are served here: their pages are below " + NODES + "NAME\n");
                };
        };
    }

    /** All are well, or the first that is not. */
    private Answer health() {
        for (var agent : content.nodes().values()) {
            var health = new NodePages(agent, content).health();
            if (health.status() != 200) return health;
        }
        return Answer.text(200, "ok");
    }

    private static Credentials credentials(HttpExchange exchange) {
        var header = exchange.getRequestHeaders().getFirst("Authorization");
        var token = header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).strip()
                : "";
        return new Credentials(token, certificate(exchange));
    }

    private static @Nullable X509Certificate certificate(HttpExchange exchange) {
        if (!(exchange instanceof HttpsExchange secure)) return null;
        try {
            return secure.getSSLSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? certificate
                    : null;
        } catch (SSLPeerUnverifiedException _) {
            return null; // he showed none, which is no mistake: there may be a token
        }
    }
}
