package dev.plimsoll.kinds.openapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What is said of fields in OpenAPI documents, and so by {@code kubectl explain}; read from its file when first asked for. */
final class FieldDescriptions {
    private static final String FILE = "fields.txt";
    private static final String TYPE = ".";

    private FieldDescriptions() {}

    /** Read once, when first used: by the end of the type's name, then by field. */
    private static final class Texts {
        static final Map<String, Map<String, String>> BY_TYPE = read();

        private static Map<String, Map<String, String>> read() {
            var texts = new HashMap<String, Map<String, String>>();
            Map<String, String> section = new HashMap<>();
            for (var line : text().lines().toList()) {
                if (line.isEmpty() || line.startsWith("#")) continue;
                if (line.startsWith("[")) {
                    section = new HashMap<>();
                    texts.put(line.substring(1, line.length() - 1), section);
                } else {
                    var colon = line.indexOf(": ");
                    section.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
            return Map.copyOf(texts);
        }

        private static String text() {
            try (var stream = FieldDescriptions.class.getResourceAsStream(FILE)) {
                if (stream == null)
                    throw new IllegalStateException(FILE + " is missing from the archive of this class");
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** All that is written, for a test that compares it with the types that are there. */
    static Map<String, Map<String, String>> all() {
        return Texts.BY_TYPE;
    }

    static Optional<String> ofType(String type) {
        return of(type, TYPE);
    }

    /** Of a field of a type that is named as in OpenAPI documents, such as {@code io.k8s.api.core.v1.PodSpec}. */
    static Optional<String> of(String type, String field) {
        return Optional.ofNullable(
                Texts.BY_TYPE.getOrDefault(section(type), Map.of()).get(field));
    }

    /** Types of Kubernetes with group and version, such as {@code core.v1.PodSpec}; types of our own tables by their last name. */
    static String section(String type) {
        var kubernetes = "io.k8s.api.";
        return type.startsWith(kubernetes)
                ? type.substring(kubernetes.length())
                : type.substring(type.lastIndexOf('.') + 1);
    }
}
