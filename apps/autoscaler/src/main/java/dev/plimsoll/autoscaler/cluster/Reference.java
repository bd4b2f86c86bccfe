package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** An object named by its kind: a target, or the controller of an object. */
public record Reference(String apiVersion, String kind, String name) {
    static Reference of(JsonNode node) {
        return new Reference(
                node.path("apiVersion").asText(),
                node.path("kind").asText(),
                node.path("name").asText());
    }

    /** The owner of an object that controls it. */
    static Optional<Reference> controllerOf(JsonNode document) {
        for (var owner : document.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) return Optional.of(of(owner));
        }
        return Optional.empty();
    }

    /** The same object; versions of its API do not tell objects apart. */
    public boolean isSame(Reference other) {
        return kind.equals(other.kind) && name.equals(other.name);
    }
}
