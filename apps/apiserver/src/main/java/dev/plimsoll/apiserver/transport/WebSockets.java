package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.DocumentReply;
import dev.plimsoll.apiserver.request.Encoding;
import dev.plimsoll.kinds.refusal.Refusal;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Watches and logs over WebSockets. */
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
    void upgrade(Request request, Response response, Callback callback, ApiReply.Streaming reply) throws IOException {
        var stream = reply.stream();
        if (container.upgrade((asked, answer, _) -> socket(asked, answer, reply), request, response, callback)) return;
        stream.abandon();
        var refused =
                DocumentReply.refused(new Refusal.BadRequest("this is no handshake of a WebSocket"), Encoding.JSON);
        writer.whole(request, response, refused, "");
        callback.succeeded();
    }

    private WatchSocket socket(ServerUpgradeRequest asked, ServerUpgradeResponse answer, ApiReply.Streaming reply) {
        var offered = asked.getSubProtocols();
        var frames = SocketFrames.of(reply.contentType(), offered);
        if (offered.contains(frames.protocol())) answer.setAcceptedSubProtocol(frames.protocol());
        return new WatchSocket(reply.stream(), frames, patience);
    }
}
