package dev.plimsoll.streams.http;

import dev.plimsoll.streams.ResponseHead.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The head of an HTTP/1.1 request.
 *
 * @param target path and query, as they were sent
 * @param fields in their order
 */
public record RequestHead(String method, String target, List<Field> fields) {
    private static final int MOST_BYTES = 64 * 1024;

    public RequestHead {
        fields = List.copyOf(fields);
    }

    /** What was sent is no request. */
    public static final class MalformedException extends IOException {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    /** Reads it and not one byte more; empty where the stream ends before it. */
    public static Optional<RequestHead> read(InputStream stream) throws IOException {
        var first = line(stream);
        if (first == null) return Optional.empty();
        var words = first.split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1."))
            throw new MalformedException("malformed HTTP request");
        var fields = new ArrayList<Field>();
        for (var line = line(stream); line != null && !line.isEmpty(); line = line(stream)) {
            var colon = line.indexOf(':');
            if (colon <= 0 || fields.size() > 200) throw new MalformedException("malformed HTTP header");
            fields.add(new Field(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return Optional.of(new RequestHead(words[0], words[1], fields));
    }

    private static @Nullable String line(InputStream stream) throws IOException {
        var line = new ByteArrayOutputStream();
        for (var next = stream.read(); next != '\n'; next = stream.read()) {
            if (next < 0) return line.size() == 0 ? null : line.toString(StandardCharsets.UTF_8);
            if (line.size() == MOST_BYTES) throw new MalformedException("the head of the request is too long");
            if (next != '\r') line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** The first value of a header. */
    public Optional<String> find(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Field::value)
                .findFirst();
    }

    /** As it is sent. */
    public byte[] bytes() {
        var text = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        for (var field : fields) {
            // A value that holds the end of a line must not become another header.
            text.append(field.name()).append(": ").append(field.value().replaceAll("[\\r\\n\\x00]", " "));
            text.append("\r\n");
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }
}
