package dev.plimsoll.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The few pieces of ASN.1 that a certificate is made of, in their distinguished encoding. */
public final class Der {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    public static byte[] sequence(byte[]... parts) {
        return tagged(0x30, joined(parts));
    }

    public static byte[] set(byte[]... parts) {
        return tagged(0x31, joined(parts));
    }

    public static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    public static byte[] octets(byte[] content) {
        return tagged(0x04, content);
    }

    public static byte[] bits(byte[] content) {
        return tagged(0x03, joined(new byte[] {0}, content));
    }

    public static byte[] bits(int unused, int content) {
        return tagged(0x03, new byte[] {(byte) unused, (byte) content});
    }

    public static byte[] yes() {
        return new byte[] {0x01, 0x01, (byte) 0xff};
    }

    public static byte[] text(String value) {
        return tagged(0x0c, value.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] time(Instant value) {
        return tagged(0x18, TIME.format(value).getBytes(StandardCharsets.US_ASCII));
    }

    /** A part that is known by its place: context tag, constructed. */
    public static byte[] explicit(int number, byte[] content) {
        return tagged(0xa0 | number, content);
    }

    /** A part that is known by its place: context tag, primitive. */
    public static byte[] implicit(int number, byte[] content) {
        return tagged(0x80 | number, content);
    }

    /** An object identifier such as {@code 2.5.4.3}. */
    public static byte[] identifier(String dotted) {
        var numbers = dotted.split("\\.", -1);
        var content = new ByteArrayOutputStream();
        content.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (var i = 2; i < numbers.length; i++) {
            var number = Integer.parseInt(numbers[i]);
            for (var shift = 28; shift > 0; shift -= 7) {
                if (number >> shift > 0) content.write((number >> shift & 0x7f) | 0x80);
            }
            content.write(number & 0x7f);
        }
        return tagged(0x06, content.toByteArray());
    }

    public static byte[] tagged(int tag, byte[] content) {
        var out = new ByteArrayOutputStream(content.length + 6);
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            var length = BigInteger.valueOf(content.length).toByteArray();
            var from = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - from));
            out.write(length, from, length.length - from);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    public static byte[] joined(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (var part : parts) out.writeBytes(part);
        return out.toByteArray();
    }
}
