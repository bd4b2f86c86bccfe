package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What a container says about what its processes may do.
 *
 * @param user what the container says where its pod can say it too
 * @param forbidsEscalation whether {@code allowPrivilegeEscalation} is false, and not only left out
 */
public record ContainerSecurityContext(
        RunAs user,
        boolean privileged,
        boolean readOnlyRootFilesystem,
        boolean forbidsEscalation,
        List<String> addedCapabilities,
        List<String> droppedCapabilities) {
    public ContainerSecurityContext {
        addedCapabilities = List.copyOf(addedCapabilities);
        droppedCapabilities = List.copyOf(droppedCapabilities);
    }

    static ContainerSecurityContext read(JsonNode node) {
        var capabilities = node.path("capabilities");
        return new ContainerSecurityContext(
                RunAs.read(node),
                flag(node, "privileged"),
                flag(node, "readOnlyRootFilesystem"),
                has(node, "allowPrivilegeEscalation") && !flag(node, "allowPrivilegeEscalation"),
                texts(capabilities, "add"),
                texts(capabilities, "drop"));
    }
}
