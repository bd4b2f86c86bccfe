package dev.plimsoll.core.model.scheduling;

import java.util.List;
import java.util.Set;

/**
 * What a pod needs its node to be or to have, beside what it says in labels, taints and resources.
 *
 * @param sysctls names of kernel settings that the pod wants for itself
 * @param usesAppArmor whether a profile other than {@code Unconfined} is asked for
 * @param strictGroups whether processes may have no groups but those that the pod names
 * @param features that the node must declare
 */
public record NodeNeeds(
        NodeAffinity affinity,
        List<String> sysctls,
        boolean hostIpc,
        boolean usesAppArmor,
        boolean strictGroups,
        Set<String> features) {
    public static final NodeNeeds NONE = new NodeNeeds(NodeAffinity.NONE, List.of(), false, false, false, Set.of());

    public NodeNeeds {
        sysctls = List.copyOf(sysctls);
        features = Set.copyOf(features);
    }
}
