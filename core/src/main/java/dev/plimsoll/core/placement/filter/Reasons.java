package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.topology.TopologyRefusal;

/** Why a node was refused, in the words that users see. */
public final class Reasons {
    public static final String NODE_NAME = "node(s) didn't match the requested node name";
    public static final String UNSCHEDULABLE = "node(s) were unschedulable";
    public static final String TAINT = "node(s) had untolerated taint(s)";
    public static final String AFFINITY = "node(s) didn't match Pod's node affinity/selector";
    public static final String ADDED_AFFINITY = "node(s) didn't match scheduler-enforced node affinity";
    public static final String AFFINITY_CONFLICT = "pod affinity terms conflict";
    public static final String PORTS = "node(s) didn't have free ports for the requested pod ports";
    public static final String SPREAD = "node(s) didn't match pod topology spread constraints";
    public static final String SPREAD_LABEL = SPREAD + " (missing required label)";
    public static final String NEAR = "node(s) didn't match pod affinity rules";
    public static final String APART = "node(s) didn't match pod anti-affinity rules";
    public static final String EXISTING_APART = "node(s) didn't satisfy existing pods anti-affinity rules";
    public static final String FEATURES = "node(s) didn't match Pod's required features";
    public static final String VOLUME_ELSEWHERE = "node(s) didn't match PersistentVolume's node affinity";
    public static final String NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
    public static final String VOLUME_GONE =
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";
    public static final String NUMA = "node(s) could not align the pod's resources to NUMA nodes";
    public static final String NUMA_IN_PROGRESS = "node(s) were still placing other pods on NUMA nodes";
    public static final String RESIZE_PREEMPTION_OFF = "node had resize preemption disabled";
    public static final String OTHER_NODE = "pod assigned to different node";
    public static final String RESIZE_FITS = "pod resize fits, waiting for Kubelet actuation";
    public static final String NOT_HELPFUL = "Preemption is not helpful for scheduling";
    public static final String NO_VICTIMS = "No preemption victims found for incoming pod";
    public static final String NO_NODES = "no nodes available to schedule pods";

    private Reasons() {}

    /** The same text for all nodes that refuse for the same cause, whatever amounts the node would name. */
    static String refusedByManagers(TopologyRefusal refusal) {
        return switch (refusal.rule()) {
            case NOT_ALIGNED -> NUMA;
            case EMPTY_SHARED_POOL -> "node(s) would refuse the pod: " + refusal.message();
            default -> "node(s) would refuse the pod: " + refusal.rule().sentence();
        };
    }

    /** For nodes outside those that some rules leave. */
    static String outside(Iterable<String> plugins) {
        return "node(s) didn't satisfy plugin(s) [" + String.join(" ", plugins) + "]";
    }
}
