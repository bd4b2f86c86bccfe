package dev.plimsoll.console.wire;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects numbers and texts as bytes: numbers in groups of seven bits, the lowest first; texts as UTF-8 after their length. */
public final class RowBytes {
    private static final int GROUP = 7;
    private static final int MORE = 0x80;
    private static final int MASK = 0x7f;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);

    /** A number that is not negative. */
    @CanIgnoreReturnValue
    public RowBytes number(long value) {
        var left = Math.max(0, value);
        while (left > MASK) {
            bytes.write((int) (left & MASK) | MORE);
            left >>>= GROUP;
        }
        bytes.write((int) left);
        return this;
    }

    @CanIgnoreReturnValue
    public RowBytes text(String text) {
        var encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        return bytes(encoded);
    }

    @CanIgnoreReturnValue
    RowBytes bytes(byte[] more) {
        bytes.writeBytes(more);
        return this;
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
