package dev.plimsoll.tls;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.util.Arrays;

/** Reads ASN.1 in its distinguished encoding, one element after the other. What is shorter than it says is refused. */
final class DerReader {
    static final int INTEGER = 0x02;
    static final int BITS = 0x03;
    static final int OCTETS = 0x04;
    static final int IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;
    private static final int MOST_LENGTH_BYTES = 3;

    private final byte[] content;
    private int at;

    DerReader(byte[] content) {
        this.content = content;
    }

    /**
     * One element.
     *
     * @param whole with its tag and length
     */
    @SuppressWarnings("ArrayRecordComponent") // never leaves this package
    record Element(int tag, byte[] whole, byte[] content) {
        DerReader inside() {
            return new DerReader(content);
        }

        /** An object identifier as text, such as {@code 2.5.4.3}. */
        String identifier() throws GeneralSecurityException {
            if (tag != IDENTIFIER || content.length == 0) throw malformed("an object identifier is missing");
            var text = new StringBuilder();
            var number = BigInteger.ZERO;
            for (var each : content) {
                number = number.shiftLeft(7).or(BigInteger.valueOf(each & 0x7f));
                if ((each & 0x80) != 0) continue;
                if (text.isEmpty()) {
                    var first = number.min(BigInteger.valueOf(80)).intValue() / 40;
                    text.append(first).append('.').append(number.subtract(BigInteger.valueOf(first * 40L)));
                } else {
                    text.append('.').append(number);
                }
                number = BigInteger.ZERO;
            }
            return text.toString();
        }

        /** A character string. Other alphabets than these are not used in names of certificates any more. */
        String text() throws GeneralSecurityException {
            return switch (tag) {
                case 0x0c -> new String(content, StandardCharsets.UTF_8);
                case 0x13, 0x16 -> new String(content, StandardCharsets.US_ASCII);
                default -> throw malformed("a text is in an encoding that is not known: " + tag);
            };
        }

        /** What a bit string holds, if that is whole bytes. */
        byte[] bits() throws GeneralSecurityException {
            if (tag != BITS || content.length == 0 || content[0] != 0) throw malformed("a bit string is missing");
            return Arrays.copyOfRange(content, 1, content.length);
        }
    }

    boolean hasNext() {
        return at < content.length;
    }

    Element next() throws GeneralSecurityException {
        var begin = at;
        var tag = one();
        var length = one();
        if (length >= 0x80) {
            var bytes = length & 0x7f;
            if (bytes == 0 || bytes > MOST_LENGTH_BYTES) throw malformed("a length is not one");
            length = 0;
            for (var i = 0; i < bytes; i++) length = length << 8 | one();
        }
        if (length > content.length - at) throw malformed("it ends too early");
        var inside = Arrays.copyOfRange(content, at, at + length);
        at += length;
        return new Element(tag, Arrays.copyOfRange(content, begin, at), inside);
    }

    Element next(int tag) throws GeneralSecurityException {
        var found = next();
        if (found.tag() != tag) throw malformed("expected an element " + tag + ", found " + found.tag());
        return found;
    }

    private int one() throws GeneralSecurityException {
        if (at >= content.length) throw malformed("it ends too early");
        return content[at++] & 0xff;
    }

    static GeneralSecurityException malformed(String why) {
        return new SignatureException(why);
    }
}
