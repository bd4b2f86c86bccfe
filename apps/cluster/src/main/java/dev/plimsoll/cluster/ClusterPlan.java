package dev.plimsoll.cluster;

import dev.plimsoll.core.gates.FeatureGates;
import java.util.List;

/**
 * What a cluster is to be.
 *
 * @param port of the API server; 0 for any that is free
 * @param adminToken of the one who may do everything; empty to find or make one
 * @param autoscalerSpeed how many times as fast time passes for the vertical pod autoscaler; 0 for none
 */
public record ClusterPlan(
        Storage storage,
        String host,
        int port,
        String adminToken,
        FeatureGates gates,
        List<NodeGroup> nodes,
        double autoscalerSpeed) {
    public ClusterPlan {
        nodes = List.copyOf(nodes);
    }

    /** In memory, on a free port of this machine. */
    public static ClusterPlan ephemeral(List<NodeGroup> nodes) {
        return new ClusterPlan(new Storage.Memory(), "127.0.0.1", 0, "", FeatureGates.DEFAULT, nodes, 1);
    }

    public ClusterPlan withGates(FeatureGates changed) {
        return new ClusterPlan(storage, host, port, adminToken, changed, nodes, autoscalerSpeed);
    }

    public ClusterPlan withStorage(Storage changed) {
        return new ClusterPlan(changed, host, port, adminToken, gates, nodes, autoscalerSpeed);
    }

    public ClusterPlan withAutoscalerSpeed(double changed) {
        return new ClusterPlan(storage, host, port, adminToken, gates, nodes, changed);
    }
}
