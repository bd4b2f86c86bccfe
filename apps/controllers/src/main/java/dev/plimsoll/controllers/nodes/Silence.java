package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Conditions.Said;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When a node was last heard of. Times that the node wrote are compared with each other only, never with our clock.
 *
 * @param renewed what its lease said last
 * @param reported what its status said last
 * @param heardAt when either changed, by the steady clock
 */
record Silence(String renewed, String reported, long heardAt) {
    private static final List<String> CONDITIONS = List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

    static Silence begun(Workload node, String renewed, long nanos) {
        return new Silence(renewed, reported(node), nanos);
    }

    private static String reported(Workload node) {
        var ready = Conditions.find(node.status(), "Ready");
        return ready.map(each -> each.path("lastHeartbeatTime").asText() + "/"
                        + each.path("status").asText())
                .orElse("");
    }

    Silence heard(Workload node, String renewNow, long nanos) {
        var status = reported(node);
        return renewed.equals(renewNow) && reported.equals(status) ? this : new Silence(renewNow, status, nanos);
    }

    boolean isTooLong(Workload node, NodeTimes times, long nanos) {
        var grace = NodeTaints.ready(node).isEmpty() ? times.startupGrace() : times.grace();
        return Duration.ofNanos(nanos - heardAt).compareTo(grace) > 0;
    }

    /** The status of a node that is silent; empty if it says so already. */
    static Optional<ObjectNode> unknown(Workload node, Instant now) {
        if (NodeTaints.ready(node).equals("Unknown")) return Optional.empty();
        var status = node.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        for (var type : CONDITIONS) {
            var never = Conditions.find(status, type).isEmpty();
            var said = never
                    ? new Said(type, "Unknown", "NodeStatusNeverUpdated", "Kubelet never posted node status.")
                    : new Said(type, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.");
            var condition = Conditions.set(status, said, now);
            if (never) condition.put("lastHeartbeatTime", Times.text(node.meta().created()));
        }
        return Optional.of(status);
    }
}
