package dev.plimsoll.kinds.openapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fields that an object of a type must have, for OpenAPI documents; read from their file when first asked for. */
final class RequiredFields {
    private static final String FILE = "required.txt";
    private static final String PREFIX = "io.k8s.";

    private RequiredFields() {}

    /** Read once, when first used. */
    private static final class Lines {
        static final Map<String, List<String>> BY_TYPE = read();

        private static Map<String, List<String>> read() {
            var fields = new HashMap<String, List<String>>();
            for (var line : text().lines().toList()) {
                if (line.isEmpty() || line.startsWith("#")) continue;
                var words = List.of(line.split(" ", -1));
                fields.put(PREFIX + words.getFirst(), words.subList(1, words.size()));
            }
            return Map.copyOf(fields);
        }

        private static String text() {
            try (var stream = RequiredFields.class.getResourceAsStream(FILE)) {
                if (stream == null)
                    throw new IllegalStateException(FILE + " is missing from the archive of this class");
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** All that is written, for a test that compares it with the types that are there. */
    static Map<String, List<String>> all() {
        return Lines.BY_TYPE;
    }

    /** Of a type that is named as in OpenAPI documents, such as {@code io.k8s.api.core.v1.PodSpec}. */
    static List<String> of(String type) {
        return Lines.BY_TYPE.getOrDefault(type, List.of());
    }
}
