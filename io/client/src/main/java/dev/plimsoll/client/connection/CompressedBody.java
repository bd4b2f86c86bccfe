package dev.plimsoll.client.connection;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Answers that a server may compress. Encrypting costs a program that has just started more than compressing: a list of thousands of pods
 * is a twentieth of its size so.
 */
final class CompressedBody {
    static final String REQUEST_HEADER = "Accept-Encoding";
    static final String GZIP = "gzip";
    private static final String ANSWER_HEADER = "content-encoding";

    /** More than any list of a cluster has; a few hundred KB can hold as much of the same byte. */
    private static final int MOST = 1 << 30;

    private CompressedBody() {}

    /**
     * The body as it was before the server compressed it, if it did.
     *
     * @param headers of the answer, by names in lower case; what they say of the compression is taken away
     */
    static byte[] read(byte[] body, Map<String, String> headers) throws IOException {
        return read(body, headers, MOST);
    }

    /** @param most bytes that the body may have as it was before */
    static byte[] read(byte[] body, Map<String, String> headers, int most) throws IOException {
        if (!GZIP.equals(headers.get(ANSWER_HEADER))) return body;
        headers.remove(ANSWER_HEADER);
        headers.remove("content-length");
        if (body.length == 0) return body;
        try (var plain = new GZIPInputStream(new ByteArrayInputStream(body), 64 * 1024)) {
            var read = plain.readNBytes(most);
            if (plain.read() >= 0)
                throw new IOException("an answer of " + body.length + " compressed bytes has more than " + most
                        + " bytes; no list of a cluster has as many");
            return read;
        }
    }
}
