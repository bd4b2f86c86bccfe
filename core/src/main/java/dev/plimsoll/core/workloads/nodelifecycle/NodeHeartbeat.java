package dev.plimsoll.core.workloads.nodelifecycle;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.ControlledNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When a node last reported. Times that the node wrote are compared with each other only, never with our clock.
 *
 * @param renewed what its lease said last
 * @param reported what its status said last
 * @param heardAt when either changed, by the steady clock
 */
public record NodeHeartbeat(String renewed, String reported, long heardAt) {
    private static final List<String> CONDITIONS = List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

    public static NodeHeartbeat begun(ControlledNode node, String renewed, long nanos) {
        return new NodeHeartbeat(renewed, reported(node), nanos);
    }

    private static String reported(ControlledNode node) {
        return node.ready().isEmpty() ? "" : node.lastHeartbeat() + "/" + node.ready();
    }

    public NodeHeartbeat heard(ControlledNode node, String renewNow, long nanos) {
        var status = reported(node);
        return renewed.equals(renewNow) && reported.equals(status) ? this : new NodeHeartbeat(renewNow, status, nanos);
    }

    public boolean isTooLong(ControlledNode node, NodeTimes times, long nanos) {
        var grace = node.ready().isEmpty() ? times.startupGrace() : times.grace();
        return Duration.ofNanos(nanos - heardAt).compareTo(grace) > 0;
    }

    /**
     * A condition of a node that does not report any more.
     *
     * @param isNew whether the node never reported it
     */
    public record UnknownCondition(ConditionUpdate update, boolean isNew) {}

    /** The conditions of a node that does not report any more; none if it has them already. */
    public static List<UnknownCondition> unknown(ControlledNode node) {
        if (node.ready().equals("Unknown")) return List.of();
        var unknown = new ArrayList<UnknownCondition>();
        for (var type : CONDITIONS) {
            var isNew = !node.conditions().containsKey(type);
            unknown.add(new UnknownCondition(
                    isNew
                            ? new ConditionUpdate(
                                    type, "Unknown", "NodeStatusNeverUpdated", "Kubelet never posted node status.")
                            : new ConditionUpdate(
                                    type, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status."),
                    isNew));
        }
        return unknown;
    }
}
