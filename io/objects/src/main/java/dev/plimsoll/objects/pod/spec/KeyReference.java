package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One entry of a config map or a secret.
 *
 * @param isOptional whether the object or its key may be missing
 */
public record KeyReference(String name, String key, boolean isOptional) {
    static KeyReference read(JsonNode node) {
        return new KeyReference(text(node, "name"), text(node, "key"), flag(node, "optional"));
    }
}
