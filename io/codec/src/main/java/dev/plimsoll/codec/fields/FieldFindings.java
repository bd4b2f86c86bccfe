package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.json.Trail;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Fields of a document that its kind does not have, and names that an object has twice: what {@code fieldValidation}
 * warns of or refuses.
 */
public record FieldFindings(KindShape kind, List<String> messages) {
    /** Nobody reads more. */
    static final int MOST = 100;

    public FieldFindings {
        messages = List.copyOf(messages);
    }

    /** Looks through a document; {@code duplicates} are those that reading it gave. */
    public static FieldFindings of(JsonNode document, List<Trail> duplicates, KindShape kind) {
        var search = new Search(new HashSet<>(duplicates), kind.knowsItsFields());
        search.look(document, kind.shape(), Trail.ROOT);
        return new FieldFindings(kind, search.messages);
    }

    public boolean isEmpty() {
        return messages.isEmpty();
    }

    /** What a strict request is refused with (400). */
    public String refusal() {
        return DecodeErrorText.failure(kind, "strict decoding error: " + String.join(", ", messages));
    }

    /** The values of the Warning headers of a request that only wants to be warned. */
    public List<String> warnings() {
        return messages.stream()
                .map(message -> "299 - \"" + message.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .toList();
    }

    private static final class Search {
        private final Set<Trail> duplicates;
        private final boolean reportUnknown;
        private final List<String> messages = new ArrayList<>();

        Search(Set<Trail> duplicates, boolean reportUnknown) {
            this.duplicates = duplicates;
            this.reportUnknown = reportUnknown;
        }

        void look(JsonNode node, Shape shape, Trail path) {
            if (isOpaque(shape) && duplicates.isEmpty()) return;
            if (node.isObject()) {
                for (var entry : node.properties()) member(entry.getKey(), entry.getValue(), shape, path);
            } else if (node.isArray()) {
                var element = shape instanceof Shape.ListOf list ? list.element() : Shape.Free.INSTANCE;
                for (var i = 0; i < node.size(); i++) look(node.get(i), element, path.entry(i));
            }
        }

        private void member(String name, JsonNode value, Shape shape, Trail path) {
            var field = shape instanceof Shape.Struct struct ? struct.fields().get(name) : null;
            var isUnknown = reportUnknown && field == null && shape instanceof Shape.Struct;
            var member = field == null ? shape.member(name) : field.shape();
            if (duplicates.isEmpty() && !isUnknown && isOpaque(member)) return;
            var inside = path.member(name);
            if (!duplicates.isEmpty() && duplicates.contains(inside)) report("duplicate field", inside);
            if (isUnknown) report("unknown field", inside);
            else look(value, member, inside);
        }

        private static boolean isOpaque(Shape shape) {
            return shape instanceof Shape.Scalar || shape instanceof Shape.Free;
        }

        private void report(String what, Trail path) {
            if (messages.size() < MOST) messages.add(what + " \"" + path + "\"");
        }
    }
}
