package dev.plimsoll.streams.http;

import dev.plimsoll.streams.ResponseHead.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The body of a message, which ends where its headers say: after so many bytes, with the last chunk, or with the connection. */
public final class BodyStream extends InputStream {
    private static final long UNTIL_END = -1;
    private static final int LONGEST_LINE = 4096;

    private final InputStream stream;
    private final boolean isChunked;
    /** Bytes that are left of the body or of the present chunk. */
    private long left;

    private boolean isOver;

    private BodyStream(InputStream stream, boolean isChunked, long left) {
        this.stream = stream;
        this.isChunked = isChunked;
        this.left = left;
        this.isOver = !isChunked && left == 0;
    }

    /** Of a request: one that says nothing of its length has no body. */
    public static BodyStream ofRequest(List<Field> fields, InputStream stream) throws IOException {
        return of(fields, stream, 0);
    }

    /** Of an answer: one that says nothing of its length ends with the connection. */
    public static BodyStream ofResponse(List<Field> fields, InputStream stream) throws IOException {
        return of(fields, stream, UNTIL_END);
    }

    private static BodyStream of(List<Field> fields, InputStream stream, long otherwise) throws IOException {
        var length = otherwise;
        for (var field : fields) {
            var name = field.name().toLowerCase(Locale.ROOT);
            if (name.equals("transfer-encoding")
                    && field.value().toLowerCase(Locale.ROOT).contains("chunked"))
                return new BodyStream(stream, true, 0);
            if (!name.equals("content-length")) continue;
            if (!field.value().matches("[0-9]{1,15}")) throw new IOException("malformed Content-Length");
            length = Long.parseLong(field.value());
        }
        return new BodyStream(stream, false, length);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (isChunked && left == 0 && !isOver) nextChunk();
        if (isOver) return -1;
        if (length == 0) return 0;
        var most = left == UNTIL_END ? length : (int) Math.min(length, left);
        var count = stream.read(bytes, offset, most);
        if (count < 0) {
            if (left != UNTIL_END) throw new IOException("unexpected EOF");
            isOver = true;
            return -1;
        }
        if (left == UNTIL_END) return count;
        left -= count;
        if (left > 0) return count;
        if (isChunked) line();
        else isOver = true;
        return count;
    }

    private void nextChunk() throws IOException {
        var text = line().split(";", 2)[0].strip();
        if (!text.matches("[0-9a-fA-F]{1,8}")) throw new IOException("malformed chunked encoding");
        left = Long.parseLong(text, 16);
        if (left > 0) return;
        isOver = true;
        while (!line().isEmpty()) {
            // Trailers are of no use to anybody here.
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (var next = stream.read(); next != '\n'; next = stream.read()) {
            if (next < 0 || line.size() == LONGEST_LINE) throw new IOException("malformed chunked encoding");
            if (next != '\r') line.write(next);
        }
        return line.toString(StandardCharsets.US_ASCII);
    }
}
