package dev.plimsoll.apiserver.transport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.apiserver.limits.ClientBudget;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.apiserver.request.RequestTimeout;
import dev.plimsoll.client.pace.ComponentThreads;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/**
 * Carries requests from Jetty to the server and replies back. It decides nothing. Each request gets a virtual thread of its own:
 * which of its threads Jetty calls from depends on how the bytes came in, and those few must never wait for a client.
 */
final class JettyHandler extends Handler.Abstract.NonBlocking {
    /** A body is given up after its request is, so that the client is told of the request. */
    private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Function<ApiRequest, ApiReply> api;
    private final RequestLimits limits;
    private final ClientConnections connections;
    private final RunningRequests running;
    private final ReplyWriter writer;
    private final WebSockets sockets;
    private final UnreadBody unread;
    private final ClientBudget bodies;
    private final ThreadFactory threads = ComponentThreads.named("request-", 0).factory();

    JettyHandler(
            Function<ApiRequest, ApiReply> api,
            ServerWebSocketContainer sockets,
            RequestLimits limits,
            ClientConnections connections,
            RunningRequests running,
            ReplyWriter writer) {
        this.api = api;
        this.limits = limits;
        this.connections = connections;
        this.running = running;
        this.writer = writer;
        this.sockets = new WebSockets(sockets, limits.idle(), writer);
        this.unread = new UnreadBody();
        var bytes = limits.clients().bodyBytes();
        this.bodies = new ClientBudget(bytes, bytes / 4);
    }

    @Override
    @CanIgnoreReturnValue
    public boolean handle(Request request, Response response, Callback callback) {
        var jetty = request.getConnectionMetaData().getConnection();
        var client = connections.of(jetty.getEndPoint());
        if (client.isEmpty()) {
            callback.failed(new IOException("the connection was closed"));
            return true;
        }
        var connection = client.get();
        var answering = connection.begin(jetty, ReplyWriter.isHttp2(request));
        // A client that cancels its streams can begin new ones while the cancelled are still being answered.
        var most = 2 * limits.clients().streamsPerConnection();
        if (most > 0 && answering > most) {
            connection.end();
            connection.close();
            callback.failed(new IOException("too many requests on one connection"));
            return true;
        }
        var shared = new SharedBodyRequest(request);
        threads.newThread(() -> answer(shared, response, callback, connection)).start();
        return true;
    }

    private void answer(Request request, Response response, Callback callback, ClientConnection connection) {
        var query = Parameters.parse(
                request.getHttpURI().getQuery() == null
                        ? ""
                        : request.getHttpURI().getQuery());
        var end = System.nanoTime()
                + RequestTimeout.of(query).within(limits.requestTime()).toNanos();
        var exchange = new Exchange(request, response, callback, api, writer, sockets, unread, end);
        running.begin(exchange);
        try {
            exchange.answer(read(request, query, end), user -> connections.identify(connection, user));
        } catch (RuntimeException | Error e) {
            callback.failed(e); // a client is never left without an end
            throw e;
        } finally {
            running.end(exchange);
            connection.end();
        }
    }

    private ApiRequest read(Request request, Parameters parameters, long endNanos) {
        var headers = new HashMap<String, List<String>>();
        for (var field : request.getHeaders()) {
            headers.computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
                    .add(String.valueOf(field.getValue()));
        }
        var uri = request.getHttpURI();
        var path = uri.getPath() == null ? "/" : URIUtil.decodePath(uri.getPath());
        var context = new RequestContext();
        return new ApiRequest(
                request.getMethod(),
                uri.getPathQuery(),
                path == null ? "/" : path,
                parameters,
                headers,
                new ReceivedBody(request, limits, bodies, context, endNanos + SLACK_NANOS),
                certificates(request),
                Request.getRemoteAddr(request),
                context);
    }

    private static List<X509Certificate> certificates(Request request) {
        var attribute = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
        if (!(attribute instanceof EndPoint.SslSessionData data) || data.peerCertificates() == null) return List.of();
        return List.of(data.peerCertificates());
    }
}
