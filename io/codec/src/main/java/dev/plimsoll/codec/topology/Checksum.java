package dev.plimsoll.codec.topology;

import java.nio.charset.StandardCharsets;

/** The checksum of checkpoints: FNV-1a of 32 bits over the text of the content. */
public final class Checksum {
    private static final int OFFSET = 0x811c9dc5;
    private static final int PRIME = 16_777_619;

    private Checksum() {}

    public static long of(String text) {
        var hash = OFFSET;
        for (var octet : text.getBytes(StandardCharsets.UTF_8)) {
            hash ^= octet & 0xff;
            hash *= PRIME;
        }
        return Integer.toUnsignedLong(hash);
    }

    /**
     * The same as {@link #ofData} of a text that stands in a JSON document from a byte on. Of a backslash and what it
     * quotes, the second byte counts. The text is JSON itself, and so has no other characters that need quoting.
     */
    public static long ofQuoted(byte[] document, int from) {
        var hash = (int) of("(string)");
        for (var i = from; i < document.length; i++) {
            if (document[i] == '\\') i++;
            hash ^= document[i] & 0xff;
            hash *= PRIME;
        }
        return Integer.toUnsignedLong(hash);
    }

    public static long ofData(String data) {
        return of("(string)" + data);
    }
}
