package dev.plimsoll.streams;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The head of an HTTP/1.1 response, for requests that end in an upgrade, which no HTTP client of Java can make.
 *
 * @param fields in their order
 */
public record ResponseHead(int status, List<Field> fields) {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int VERSION_LENGTH = "HTTP/1.1 ".length();

    public ResponseHead {
        fields = List.copyOf(fields);
    }

    /** One header. */
    public record Field(String name, String value) {}

    /** Reads it and not one byte more. */
    public static ResponseHead read(InputStream stream) throws IOException {
        var head = new ByteArrayOutputStream();
        var ends = 0;
        while (ends < 2) {
            var next = stream.read();
            if (next < 0) throw new IOException("EOF");
            if (head.size() == MOST_BYTES) throw new IOException("the head of the response is too long");
            head.write(next);
            if (next == '\n') ends++;
            else if (next != '\r') ends = 0;
        }
        return parse(head.toString(StandardCharsets.ISO_8859_1));
    }

    static ResponseHead parse(String text) throws IOException {
        var lines = text.stripTrailing().split("\r?\n", -1);
        var first = lines[0];
        if (!first.startsWith("HTTP/1.") || first.length() < VERSION_LENGTH + 3)
            throw new IOException("malformed HTTP response");
        var fields = new ArrayList<Field>();
        for (var i = 1; i < lines.length; i++) {
            var colon = lines[i].indexOf(':');
            if (colon <= 0) throw new IOException("malformed HTTP response");
            fields.add(new Field(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).strip()));
        }
        try {
            return new ResponseHead(Integer.parseInt(first.substring(VERSION_LENGTH, VERSION_LENGTH + 3)), fields);
        } catch (NumberFormatException e) {
            throw new IOException("malformed HTTP response", e);
        }
    }

    /** The first value of a header. */
    public Optional<String> find(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Field::value)
                .findFirst();
    }
}
