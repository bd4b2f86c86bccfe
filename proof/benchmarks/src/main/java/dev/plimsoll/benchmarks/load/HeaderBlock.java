package dev.plimsoll.benchmarks.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Headers as HTTP/2 writes them, without its compression. */
final class HeaderBlock {
    private static final int[] KNOWN = {200, 204, 206, 304, 400, 404, 500};

    private HeaderBlock() {}

    static byte[] of(ServerAddress endpoint, Http2Connection.Request request) {
        var block = new ByteArrayOutputStream(256);
        field(block, ":method", request.method());
        field(block, ":scheme", "https");
        field(block, ":path", request.path());
        field(block, ":authority", endpoint.authority());
        if (!endpoint.token().isEmpty()) field(block, "authorization", "Bearer " + endpoint.token());
        field(block, "user-agent", "plimsoll-load/1");
        field(block, "accept", "application/json");
        if (request.body().length > 0) field(block, "content-type", request.type());
        return block.toByteArray();
    }

    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        text(block, name);
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var length = bytes.length;
        if (length < 127) {
            block.write(length);
        } else {
            block.write(127);
            for (length -= 127; length >= 128; length >>>= 7) block.write((length & 127) | 128);
            block.write(length);
        }
        block.writeBytes(bytes);
    }

    /** The status, which is always the first field. */
    static int status(byte[] block) {
        var at = 0;
        while ((block[at] & 0xe0) == 0x20) at++; // changes of the size of a table that we do not keep
        if ((block[at] & 0x80) != 0) return KNOWN[(block[at] & 0x7f) - 8];
        var length = block[at + 1] & 0x7f;
        var compressed = (block[at + 1] & 0x80) != 0;
        return compressed
                ? digits(block, at + 2)
                : Integer.parseInt(new String(block, at + 2, length, StandardCharsets.US_ASCII));
    }

    /** Three digits in the code of HTTP/2: five bits for 0, 1 and 2, six for the others. */
    private static int digits(byte[] block, int from) {
        var third = from + 2 < block.length ? block[from + 2] & 0xff : 0;
        var bits = ((block[from] & 0xff) << 16) | ((block[from + 1] & 0xff) << 8) | third;
        var left = 24;
        var value = 0;
        for (var digit = 0; digit < 3; digit++) {
            var five = (bits >>> (left - 5)) & 0x1f;
            if (five <= 2) {
                value = value * 10 + five;
                left -= 5;
            } else {
                value = value * 10 + ((bits >>> (left - 6)) & 0x3f) - 0x19 + 3;
                left -= 6;
            }
        }
        return value;
    }
}
