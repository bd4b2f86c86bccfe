package dev.plimsoll.objects.autoscaling.vertical;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.objects.tree.DocumentFields;
import java.util.Optional;
import java.util.OptionalLong;

/** Values as somebody wrote them, or nothing: to those who check them, absent is not the same as empty. */
final class WrittenText {
    private WrittenText() {}

    static Optional<String> of(JsonNode node, String name) {
        return DocumentFields.has(node, name) ? Optional.of(DocumentFields.text(node, name)) : Optional.empty();
    }

    /** What is no number reads as 0. */
    static OptionalLong number(JsonNode node, String name) {
        return DocumentFields.has(node, name)
                ? OptionalLong.of(DocumentFields.number(node, name, 0))
                : OptionalLong.empty();
    }
}
