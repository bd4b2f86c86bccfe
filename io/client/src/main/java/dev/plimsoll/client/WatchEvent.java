package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** One line of a watch. */
public sealed interface WatchEvent {
    /** The object is new, or new to the selection. */
    record Added(ObjectNode object) implements WatchEvent {}

    record Modified(ObjectNode object) implements WatchEvent {}

    /** The object is gone, or gone from the selection; its last state. */
    record Deleted(ObjectNode object) implements WatchEvent {}

    /** Nothing happened up to this version. */
    record Bookmark(String resourceVersion) implements WatchEvent {}

    /** The server ends the watch, and why. */
    record Failed(ApiStatus status) implements WatchEvent {}

    /** A line that is no event: the stream can no longer be trusted. */
    record Garbled(String line) implements WatchEvent {}

    static WatchEvent of(byte[] line) {
        var document = ClientJson.read(line).orElse(null);
        if (document == null || !(document.get("object") instanceof ObjectNode object)) return garbled(line);
        ClientJson.received(object);
        return switch (document.path("type").asText()) {
            case "ADDED" -> new Added(object);
            case "MODIFIED" -> new Modified(object);
            case "DELETED" -> new Deleted(object);
            case "BOOKMARK" ->
                new Bookmark(object.path("metadata").path("resourceVersion").asText());
            case "ERROR" -> new Failed(ApiStatus.of(object, 500, Duration.ZERO));
            default -> garbled(line);
        };
    }

    private static Garbled garbled(byte[] line) {
        return new Garbled(new String(line, 0, Math.min(line.length, 200), java.nio.charset.StandardCharsets.UTF_8));
    }
}
