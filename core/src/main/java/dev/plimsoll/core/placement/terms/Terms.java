package dev.plimsoll.core.placement.terms;

import dev.plimsoll.core.model.HostPort;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that a pod says about where it may run, resources aside. Pods of one template share one.
 *
 * @param images of all containers, as named
 * @param containers how many containers, for judging how much there is to pull
 * @param features that its node must declare
 * @param claims of volumes, by name, in the pod's namespace
 */
public record Terms(
        List<Toleration> tolerations,
        Map<String, String> nodeSelector,
        NodeAffinity nodeAffinity,
        PodAffinity podAffinity,
        List<SpreadConstraint> spread,
        List<HostPort> ports,
        List<String> images,
        int containers,
        Set<String> features,
        List<String> claims) {
    public static final Terms NONE = new Terms(
            List.of(),
            Map.of(),
            NodeAffinity.NONE,
            PodAffinity.NONE,
            List.of(),
            List.of(),
            List.of(),
            1,
            Set.of(),
            List.of());

    public Terms {
        tolerations = List.copyOf(tolerations);
        nodeSelector = Map.copyOf(nodeSelector);
        spread = List.copyOf(spread);
        ports = List.copyOf(ports);
        images = List.copyOf(images);
        features = Set.copyOf(features);
        claims = List.copyOf(claims);
    }

    /** Whether the node is one of those that node selector and required affinity allow. */
    public boolean admits(String nodeName, Map<String, String> nodeLabels) {
        return nodeAffinity.admits(nodeSelector, nodeName, nodeLabels);
    }

    public boolean choosesNodes() {
        return !nodeSelector.isEmpty() || nodeAffinity.isRequired();
    }
}
