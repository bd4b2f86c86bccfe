package dev.plimsoll.core.model;

import java.util.List;
import java.util.Map;

/**
 * The parts of a pod's spec that decide whether it is credible, but not what it gets. Texts are empty where not given.
 *
 * @param terminationGracePeriodSeconds {@link PodPlacement#UNSET} where not given
 * @param resourceClaims names in {@code spec.resourceClaims}
 */
public record PodDetails(
        List<Volume> volumes,
        List<String> resourceClaims,
        List<Toleration> tolerations,
        Map<String, String> nodeSelector,
        long terminationGracePeriodSeconds,
        String dnsPolicy,
        boolean hostNetwork,
        String serviceAccountName,
        String hostname,
        String subdomain,
        NodeNeeds needs,
        Unmodelled rest) {

    public static final PodDetails NONE = new PodDetails(
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            PodPlacement.UNSET,
            "",
            false,
            "",
            "",
            "",
            NodeNeeds.NONE,
            Unmodelled.NOTHING);

    public PodDetails {
        volumes = List.copyOf(volumes);
        resourceClaims = List.copyOf(resourceClaims);
        tolerations = List.copyOf(tolerations);
        nodeSelector = Map.copyOf(nodeSelector);
    }

    public PodDetails withNeeds(NodeNeeds changed) {
        return new PodDetails(
                volumes,
                resourceClaims,
                tolerations,
                nodeSelector,
                terminationGracePeriodSeconds,
                dnsPolicy,
                hostNetwork,
                serviceAccountName,
                hostname,
                subdomain,
                changed,
                rest);
    }

    /**
     * A volume that containers may mount.
     *
     * @param sources the members that say what kind of volume it is, such as {@code emptyDir}
     */
    public record Volume(String name, List<String> sources, Unmodelled rest) {
        public Volume {
            sources = List.copyOf(sources);
        }
    }

    /**
     * A taint that the pod puts up with.
     *
     * @param tolerationSeconds {@link PodPlacement#UNSET} where not given
     */
    public record Toleration(String key, String operator, String value, String effect, long tolerationSeconds) {}
}
