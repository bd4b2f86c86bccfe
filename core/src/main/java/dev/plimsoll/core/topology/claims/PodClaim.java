package dev.plimsoll.core.topology.claims;

import dev.plimsoll.core.model.ResourceName;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One pod as the placement rules see it.
 *
 * @param containers init containers in order, then regular ones in order
 * @param isGuaranteed by its QoS class; no other pod is pinned
 * @param isPodLevel it has pod-level resources and the gates that let them be placed are on
 * @param isIgnored it has pod-level resources and the gates are off: nothing of it is pinned
 * @param cpus exclusive CPUs of the pod as a whole
 * @param memory bytes of the pod as a whole, by resource
 */
public record PodClaim(
        String uid,
        List<ContainerClaim> containers,
        boolean isGuaranteed,
        boolean isPodLevel,
        boolean isIgnored,
        int cpus,
        SortedMap<ResourceName, Long> memory) {

    public PodClaim {
        containers = List.copyOf(containers);
        memory = Collections.unmodifiableSortedMap(new TreeMap<>(memory));
    }
}
