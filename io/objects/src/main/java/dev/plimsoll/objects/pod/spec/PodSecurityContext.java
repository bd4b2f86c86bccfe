package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.numberOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pod says about what the processes of all its containers may do.
 *
 * @param user what counts for a container that says nothing itself
 * @param fsGroupOrNull null where nothing is said
 * @param strictGroups whether groups that the image gives to its user do not count
 */
public record PodSecurityContext(
        RunAs user,
        @Nullable Long fsGroupOrNull,
        List<Long> supplementalGroups,
        boolean strictGroups,
        Map<String, String> sysctls) {
    public PodSecurityContext {
        supplementalGroups = List.copyOf(supplementalGroups);
        sysctls = Map.copyOf(sysctls);
    }

    /** Of the {@code securityContext} of a pod's spec. */
    public static PodSecurityContext read(JsonNode node) {
        var groups = new ArrayList<Long>();
        for (var group : node.path("supplementalGroups")) groups.add(group.asLong());
        var sysctls = new HashMap<String, String>();
        for (var sysctl : node.path("sysctls")) sysctls.put(text(sysctl, "name"), text(sysctl, "value"));
        var isStrict = text(node, "supplementalGroupsPolicy").equals("Strict");
        return new PodSecurityContext(RunAs.read(node), numberOrNull(node, "fsGroup"), groups, isStrict, sysctls);
    }
}
