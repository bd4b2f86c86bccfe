package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.Optional;
import java.util.Set;

/** One step of a JSON patch. */
sealed interface Operation {
    Set<String> MEMBERS = Set.of("op", "path", "from", "value");

    record Add(Pointer path, JsonNode value) implements Operation {}

    record Remove(Pointer path) implements Operation {}

    record Replace(Pointer path, JsonNode value) implements Operation {}

    record Move(Pointer from, Pointer path) implements Operation {}

    record Copy(Pointer from, Pointer path) implements Operation {}

    record Test(Pointer path, JsonNode value) implements Operation {}

    /** Reads an operation; empty if it is not one. */
    static Optional<Operation> read(JsonNode node) {
        var path = pointer(node, "path");
        if (!node.isObject() || path.isEmpty()) return Optional.empty();
        // One that has no value has null, as in Kubernetes.
        var value = node.has("value") ? node.get("value") : NullNode.instance;
        var from = pointer(node, "from");
        return switch (node.path("op").asText()) {
            case "add" -> Optional.of(new Add(path.get(), value));
            case "remove" -> Optional.of(new Remove(path.get()));
            case "replace" -> Optional.of(new Replace(path.get(), value));
            case "move" -> from.map(f -> new Move(f, path.get()));
            case "copy" -> from.map(f -> new Copy(f, path.get()));
            case "test" -> Optional.of(new Test(path.get(), value));
            default -> Optional.empty();
        };
    }

    private static Optional<Pointer> pointer(JsonNode node, String name) {
        var text = node.get(name);
        return text == null || !text.isTextual() ? Optional.empty() : Pointer.parse(text.textValue());
    }
}
