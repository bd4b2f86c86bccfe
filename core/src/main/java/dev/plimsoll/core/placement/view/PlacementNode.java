package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A node as placement sees it.
 *
 * @param mostPods how many it takes; 0 where it does not say
 * @param images bytes of each image that it has, by every name
 * @param conditions statuses by type
 * @param refusesResizePreemption whether no pod may be sent away for the resize of another
 * @param zones what it says of its resource managers
 */
public record PlacementNode(
        String name,
        Map<String, String> labels,
        boolean isUnschedulable,
        List<Taint> taints,
        Amounts allocatable,
        long mostPods,
        Set<String> features,
        Map<String, Long> images,
        Map<String, String> conditions,
        boolean refusesResizePreemption,
        NumaZones zones) {
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";

    public PlacementNode {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        features = Set.copyOf(features);
        images = Map.copyOf(images);
        conditions = Map.copyOf(conditions);
    }

    /** Nodes are looked at zone by zone in turn; empty where the node says neither zone nor region. */
    public String zoneKey() {
        var region = labels.getOrDefault(REGION, labels.getOrDefault(OLD_REGION, ""));
        var zone = labels.getOrDefault(ZONE, labels.getOrDefault(OLD_ZONE, ""));
        return region.isEmpty() && zone.isEmpty() ? "" : region + "\0" + zone;
    }
}
