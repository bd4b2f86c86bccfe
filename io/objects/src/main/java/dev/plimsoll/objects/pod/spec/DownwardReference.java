package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;

/** What a pod wants to know of itself. */
public sealed interface DownwardReference {
    /** A field of the pod, such as {@code metadata.labels['app']}. */
    record Field(String path) implements DownwardReference {}

    /**
     * A request or a limit of a container.
     *
     * @param container empty for the one that asks
     * @param resource such as {@code limits.cpu}
     * @param divisor the unit; as it is written
     */
    record Resource(String container, String resource, String divisor) implements DownwardReference {}

    /** Reads {@code fieldRef}, or else {@code resourceFieldRef}. */
    static DownwardReference read(JsonNode owner) {
        if (has(owner, "fieldRef")) return new Field(text(owner.path("fieldRef"), "fieldPath"));
        var reference = owner.path("resourceFieldRef");
        return new Resource(
                text(reference, "containerName"), text(reference, "resource"), text(reference, "divisor", "1"));
    }
}
