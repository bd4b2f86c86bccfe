package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.HashMap;
import java.util.List;

/** What the nodes of a cluster have for one pod. */
final class NodeRooms {
    private NodeRooms() {}

    /** Node by node: without the pods that every node of their kind runs anyway. */
    static List<ResourceAmounts> of(ClusterState cluster) {
        var daemons = new HashMap<String, ResourceAmounts>();
        for (var pod : cluster.pods().all()) {
            var owner = pod.controllerOrNull();
            if (owner == null || !owner.kind().equals("DaemonSet") || !pod.isLive()) continue;
            daemons.merge(
                    pod.pod().spec().placement().nodeName(),
                    PodDemand.AS_WRITTEN.requests(pod.pod().spec()),
                    ResourceAmounts::plus);
        }
        return cluster.nodes().all().stream()
                .filter(node -> !node.unschedulable())
                .map(node -> less(node.allocatable(), daemons.getOrDefault(node.name(), ResourceAmounts.EMPTY)))
                .toList();
    }

    static ResourceAmounts less(ResourceAmounts room, ResourceAmounts taken) {
        var left = ResourceAmounts.EMPTY;
        for (var compute : Compute.ALL) {
            left = compute.with(left, Math.max(1, compute.unitsOf(room) - compute.unitsOf(taken)));
        }
        return left;
    }
}
