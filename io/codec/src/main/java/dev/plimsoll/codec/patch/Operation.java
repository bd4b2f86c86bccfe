package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** One step of a JSON patch. */
sealed interface Operation {
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
        var value = Optional.ofNullable(node.get("value"));
        var from = pointer(node, "from");
        return switch (node.path("op").asText()) {
            case "add" -> value.map(v -> new Add(path.get(), v));
            case "remove" -> Optional.of(new Remove(path.get()));
            case "replace" -> value.map(v -> new Replace(path.get(), v));
            case "move" -> from.map(f -> new Move(f, path.get()));
            case "copy" -> from.map(f -> new Copy(f, path.get()));
            case "test" -> value.map(v -> new Test(path.get(), v));
            default -> Optional.empty();
        };
    }

    private static Optional<Pointer> pointer(JsonNode node, String name) {
        var text = node.get(name);
        return text == null || !text.isTextual() ? Optional.empty() : Pointer.parse(text.textValue());
    }
}
