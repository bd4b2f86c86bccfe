package dev.plimsoll.nodeagent.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.streams.SessionServer;
import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.runtime.access.Access.Verdict;
import dev.plimsoll.runtime.http.RequestCredentials;
import dev.plimsoll.runtime.metrics.MetricsText;
import dev.plimsoll.streams.DisconnectWatch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Where requests arrive: who asks, whether he may, and which page it is. Each has a virtual thread of its own. */
final class NodeHttpHandler extends Handler.Abstract.NonBlocking {
    private static final String NODES = "/nodes/";
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");
    /** In which the API server says whose page it wants; see {@link NodePath}. */
    private static final String NODE = "Plimsoll-Node";

    private final Access access;
    private final NodeServer.Scope scope;
    private final NodeServer.Content content;
    private final @Nullable SessionPages sessionsOrNull;
    private final ThreadFactory threads =
            ComponentThreads.named("node-http-", 0).factory();

    NodeHttpHandler(
            Access access, NodeServer.Scope scope, NodeServer.Content content, @Nullable SessionPages sessionsOrNull) {
        this.access = access;
        this.scope = scope;
        this.content = content;
        this.sessionsOrNull = sessionsOrNull;
    }

    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        threads.newThread(() -> answer(request, response, callback)).start();
        return true;
    }

    private void answer(Request request, Response response, Callback callback) {
        try {
            var target = target(request);
            var refused = refusal(request, target);
            if (refused != null) {
                // Who may not is not served again on the same connection.
                if (refused.status() != 404) response.getHeaders().put(HttpHeader.CONNECTION, "close");
                send(request, response, callback, refused);
                return;
            }
            var parts = parts(target.path());
            var kind = SessionPages.kind(parts);
            if (kind.isPresent() && target instanceof NodePath.OfNode(var node, var _) && sessionsOrNull != null) {
                var query = Request.extractQueryParameters(request);
                var upgrade = new SessionServer.Upgrade(request, response, callback);
                var problem = sessionsOrNull.open(node, kind.get(), parts, query, upgrade);
                if (problem.isEmpty()) return;
                problem.get()
                        .headers()
                        .forEach((name, value) -> response.getHeaders().put(name, value));
                send(
                        request,
                        response,
                        callback,
                        NodeReply.text(problem.get().status(), problem.get().why() + "\n"));
                return;
            }
            if (ConnectPage.isAt(parts) && target instanceof NodePath.OfNode(var node, var _)) {
                var agent = content.nodes().get(node);
                var upgrade = new SessionServer.Upgrade(request, response, callback);
                var problem =
                        agent == null ? Optional.of(NodeReply.notFound()) : ConnectPage.open(agent, parts, upgrade);
                if (problem.isPresent()) send(request, response, callback, problem.get());
                return;
            }
            send(request, response, callback, page(target, query(request)));
        } catch (IOException e) {
            callback.failed(e);
        } catch (InterruptedException e) {
            callback.failed(new IOException("the client has gone", e));
        } catch (RuntimeException | Error e) {
            callback.failed(e); // a client is never left without an end
            throw e;
        }
    }

    private static List<String> parts(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    private static void send(Request request, Response response, Callback callback, NodeReply answer)
            throws IOException, InterruptedException {
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        switch (answer) {
            case NodeReply.Whole(var _, var _, var body) -> {
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
                response.write(true, ByteBuffer.wrap(body), callback);
            }
            case NodeReply.Flowing(var _, var source) -> {
                flow(request, response, source);
                callback.succeeded();
            }
        }
    }

    /** That the client has gone is noticed though nothing is written; the connection is good for nothing else then. */
    private static void flow(Request request, Response response, NodeReply.Source source)
            throws IOException, InterruptedException {
        if (request.getMethod().equals("HEAD")) return;
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        var thread = Thread.currentThread();
        var connection = request.getConnectionMetaData().getConnection().getEndPoint();
        connection.setIdleTimeout(0);
        request.addFailureListener(_ -> thread.interrupt());
        DisconnectWatch.begin(connection, thread::interrupt);
        try (var stream = Content.Sink.asOutputStream(response)) {
            stream.flush();
            source.writeTo(stream);
        }
    }

    private NodePath target(Request request) {
        var path = request.getHttpURI().getDecodedPath();
        var found = NodePath.of(path == null ? "/" : path, content.nodes().keySet());
        var named = request.getHeaders().get(NODE);
        if (named != null
                && found instanceof NodePath.OfProcess(var page)
                && content.nodes().containsKey(named)) return new NodePath.OfNode(named, page);
        return addressed(request, found);
    }

    /** At the address of a node everything is of that node. */
    private NodePath addressed(Request request, NodePath target) {
        if (!(target instanceof NodePath.OfProcess(var path))) return target;
        if (!(request.getConnectionMetaData().getLocalSocketAddress() instanceof InetSocketAddress local))
            return located(target);
        var address = local.getAddress().getHostAddress();
        var there = content.nodes().entrySet().stream()
                .filter(node -> node.getValue().shape().address().equals(address))
                .limit(2)
                .toList();
        return there.size() == 1 ? new NodePath.OfNode(there.getFirst().getKey(), path) : located(target);
    }

    private @Nullable NodeReply refusal(Request request, NodePath target) {
        if (!scope.has(target.path())) return NodeReply.notFound();
        var method = request.getMethod();
        var question = target.question(method);
        return switch (access.check(RequestCredentials.of(request), question)) {
            case Verdict.Unauthorized _ -> NodeReply.text(401, "Unauthorized");
            case Verdict.Forbidden(var user) -> NodeReply.text(403, "Forbidden (" + question.described(user) + ")");
            case Verdict.Unknown(var message) -> NodeReply.text(500, message);
            case Verdict.Allowed _ -> METHODS.contains(method) ? null : NodeReply.text(405, "405 method not allowed\n");
        };
    }

    private static String query(Request request) {
        var query = request.getHttpURI().getQuery();
        return query == null ? "" : query;
    }

    /** Who asks for something of a pod does not say on which of the nodes here it is. */
    private NodePath located(NodePath target) {
        if (!(target instanceof NodePath.OfProcess(var path))) return target;
        var parts = parts(path);
        if (!LogPage.isAt(parts) && SessionPages.kind(parts).isEmpty()) return target;
        for (var node : content.nodes().entrySet()) {
            if (LogPage.isOf(node.getValue(), parts)) return new NodePath.OfNode(node.getKey(), path);
        }
        return target;
    }

    private NodeReply page(NodePath target, String query) {
        return switch (target) {
            case NodePath.OfNode(var node, var path) -> {
                var found = content.nodes().get(node);
                yield found == null
                        ? NodeReply.text(404, "there is no node " + node + " here\n")
                        : new NodePages(found, content).page(path, query);
            }
            case NodePath.OfProcess(var path) ->
                switch (path) {
                    case "/healthz" -> health();
                    case "/metrics" -> NodeReply.metrics(MetricsText.of(content.registry()));
                    default ->
                        NodeReply.text(404, "several nodes are served here: their pages are below " + NODES + "NAME\n");
                };
        };
    }

    /** All are well, or the first that is not. */
    private NodeReply health() {
        for (var agent : content.nodes().values()) {
            var health = new NodePages(agent, content).health();
            if (health.status() != 200) return health;
        }
        return NodeReply.text(200, "ok");
    }
}
