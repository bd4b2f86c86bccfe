package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.refusal.Refusal;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Watches over WebSockets. */
final class WebSockets {
    private final ServerWebSocketContainer container;
    private final Duration patience;
    private final ReplyWriter writer;

    WebSockets(ServerWebSocketContainer container, Duration patience, ReplyWriter writer) {
        this.container = container;
        this.patience = patience;
        this.writer = writer;
    }

    /** Makes the connection a socket and runs the stream on it, or says why not. Completes the callback. */
    void upgrade(Request request, Response response, Callback callback, ApiReply.Stream stream) throws IOException {
        var socket = new WatchSocket(stream, patience);
        if (container.upgrade((_, _, _) -> socket, request, response, callback)) return;
        stream.abandon();
        var refused = Api.refused(new Refusal.BadRequest("this is no handshake of a WebSocket"));
        writer.whole(request, response, refused, "");
        callback.succeeded();
    }
}
