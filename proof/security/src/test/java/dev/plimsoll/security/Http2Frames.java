package dev.plimsoll.security;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Frames of HTTP/2 (RFC 9113), written byte by byte: a client library would not send what an attacker does. */
final class Http2Frames {
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int END_STREAM_AND_HEADERS = 5;
    private static final int END_HEADERS = 4;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** What a connection begins with. */
    static Http2Frames opening() {
        var frames = new Http2Frames();
        frames.out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return frames.settings();
    }

    Http2Frames settings() {
        return frame(SETTINGS, 0, 0, new byte[0]);
    }

    Http2Frames ping() {
        return frame(PING, 0, 0, new byte[8]);
    }

    Http2Frames get(int stream, String path) {
        return frame(HEADERS, END_STREAM_AND_HEADERS, stream, head("GET", path));
    }

    /** A request whose body follows, or does not. */
    Http2Frames post(int stream, String path) {
        return frame(HEADERS, END_HEADERS, stream, head("POST", path));
    }

    Http2Frames cancel(int stream) {
        return frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private Http2Frames frame(int type, int flags, int stream, byte[] payload) {
        out.write(payload.length >> 16);
        out.write(payload.length >> 8);
        out.write(payload.length);
        out.write(type);
        out.write(flags);
        out.write(stream >> 24);
        out.write(stream >> 16);
        out.write(stream >> 8);
        out.write(stream);
        out.writeBytes(payload);
        return this;
    }

    private static byte[] head(String method, String path) {
        var block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "https");
        field(block, ":path", path);
        field(block, ":authority", "localhost");
        return block.toByteArray();
    }

    /** A literal field without indexing (RFC 7541, 6.2.2). */
    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        block.write(name.length());
        block.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }
}
