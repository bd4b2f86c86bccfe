package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.streams.MessageSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** How several channels share one WebSocket. */
enum ChannelProtocol {
    V5("v5.channel.k8s.io", false, true),
    V4("v4.channel.k8s.io", false, true),
    V4_BASE64("v4.base64.channel.k8s.io", true, true),
    V1("channel.k8s.io", false, false),
    V1_BASE64("base64.channel.k8s.io", true, false),
    /** Of clients that name none. */
    UNNAMED("", false, false);

    /** Of a command; those of forwarded ports are numbered through. */
    static final int STDIN = 0;

    static final int STDOUT = 1;
    static final int STDERR = 2;
    static final int ERROR = 3;
    static final int RESIZE = 4;
    private static final int CLOSE = 255;

    private final String subprotocol;
    private final boolean base64;
    private final boolean status;

    ChannelProtocol(String subprotocol, boolean base64, boolean status) {
        this.subprotocol = subprotocol;
        this.base64 = base64;
        this.status = status;
    }

    /** The one that a client and a server prefer; empty if they have none in common. */
    static Optional<ChannelProtocol> chosen(List<String> offered, List<ChannelProtocol> served) {
        if (offered.isEmpty()) return served.contains(UNNAMED) ? Optional.of(UNNAMED) : Optional.empty();
        for (var name : offered) {
            for (var each : served) if (each.subprotocol.equals(name)) return Optional.of(each);
        }
        return Optional.empty();
    }

    String subprotocol() {
        return subprotocol;
    }

    /** Whether the error channel carries a Status object, and not plain text. */
    boolean hasStatus() {
        return status;
    }

    /** What a message says. */
    sealed interface Parsed {
        @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
        record Data(int channel, byte[] bytes) implements Parsed {}

        /** Nothing more comes on this channel. */
        record Closed(int channel) implements Parsed {}

        record Malformed() implements Parsed {}
    }

    Parsed parse(MessageSocket.Message message) {
        var bytes = message.bytes();
        if (bytes.length == 0) return new Parsed.Malformed();
        if (base64) {
            if (bytes[0] < '0' || bytes[0] > '9') return new Parsed.Malformed();
            try {
                var coded = new String(bytes, 1, bytes.length - 1, StandardCharsets.US_ASCII);
                return new Parsed.Data(bytes[0] - '0', Base64.getDecoder().decode(coded));
            } catch (IllegalArgumentException _) {
                return new Parsed.Malformed();
            }
        }
        var channel = bytes[0] & 0xff;
        if (this == V5 && channel == CLOSE)
            return bytes.length == 2 ? new Parsed.Closed(bytes[1] & 0xff) : new Parsed.Malformed();
        var data = new byte[bytes.length - 1];
        System.arraycopy(bytes, 1, data, 0, data.length);
        return new Parsed.Data(channel, data);
    }

    void send(MessageSocket socket, int channel, byte[] bytes, int offset, int length) throws IOException {
        var content = ByteBuffer.wrap(bytes, offset, length);
        if (base64) {
            var coded = StandardCharsets.US_ASCII.decode(Base64.getEncoder().encode(content));
            socket.send((char) ('0' + channel) + coded.toString());
            return;
        }
        var message = ByteBuffer.allocate(length + 1).put((byte) channel).put(content);
        socket.send(message.flip());
    }
}
