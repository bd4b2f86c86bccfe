package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A config map or a secret whose entries are all variables of a container.
 *
 * @param prefix of the names of the variables
 * @param isOptional whether the object may be missing
 */
public record EnvFromSource(String prefix, boolean isConfigMap, String name, boolean isOptional) {
    static EnvFromSource read(JsonNode node) {
        var isConfigMap = has(node, "configMapRef");
        var reference = node.path(isConfigMap ? "configMapRef" : "secretRef");
        return new EnvFromSource(
                text(node, "prefix"), isConfigMap, text(reference, "name"), flag(reference, "optional"));
    }
}
