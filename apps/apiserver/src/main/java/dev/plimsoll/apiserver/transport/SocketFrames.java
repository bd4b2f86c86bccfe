package dev.plimsoll.apiserver.transport;

import dev.plimsoll.apiserver.storage.EventFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/** How the parts of a stream become frames of a WebSocket. */
enum SocketFrames {
    /** An event of a watch as text: a frame needs no end of line of its own. */
    EVENT_TEXT("") {
        @Override
        void send(Session session, byte[] part, Callback callback) {
            session.sendText(new String(part, StandardCharsets.UTF_8).stripTrailing(), callback);
        }
    },
    /** An event of a watch in protobuf: a frame needs no length of its own. */
    EVENT_BYTES("") {
        @Override
        void send(Session session, byte[] part, Callback callback) {
            var skipped = EventFormat.LENGTH_BYTES;
            session.sendBinary(ByteBuffer.wrap(part, skipped, part.length - skipped), callback);
        }
    },
    /** Bytes as they come, such as those of a log. */
    BYTES("binary.k8s.io") {
        @Override
        void send(Session session, byte[] part, Callback callback) {
            session.sendBinary(ByteBuffer.wrap(part), callback);
        }
    },
    /** The same for clients that take text only. */
    BASE64("base64.binary.k8s.io") {
        @Override
        void send(Session session, byte[] part, Callback callback) {
            session.sendText(Base64.getEncoder().encodeToString(part), callback);
        }
    };

    private final String protocol;

    SocketFrames(String protocol) {
        this.protocol = protocol;
    }

    /** What the client is told in the handshake; empty for nothing. */
    String protocol() {
        return protocol;
    }

    abstract void send(Session session, byte[] part, Callback callback);

    /** For a stream of this type, and a client that offers these protocols. */
    static SocketFrames of(String contentType, List<String> offered) {
        if (contentType.equals(EventFormat.PROTOBUF.contentType())) return EVENT_BYTES;
        if (!contentType.startsWith("text/plain")) return EVENT_TEXT;
        return offered.contains(BASE64.protocol) && !offered.contains(BYTES.protocol) ? BASE64 : BYTES;
    }
}
