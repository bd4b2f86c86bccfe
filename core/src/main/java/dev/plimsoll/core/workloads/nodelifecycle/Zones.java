package dev.plimsoll.core.workloads.nodelifecycle;

import dev.plimsoll.core.workloads.ControlledNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The state of the zones of a cluster, and how fast pods may be evicted from their nodes. */
public final class Zones {
    /** The state of a zone. */
    public enum State {
        NORMAL,
        /** Much of it is not ready: more likely the network than the nodes. */
        PARTIAL,
        /** Nothing of it is ready. */
        FULL
    }

    private final Map<String, Count> counts = new HashMap<>();
    private final NodeTimes times;

    private record Count(int ready, int notReady) {}

    public Zones(List<ControlledNode> nodes, NodeTimes times) {
        this.times = times;
        for (var node : nodes) {
            var ready = node.isReady();
            counts.merge(
                    of(node),
                    new Count(ready ? 1 : 0, ready ? 0 : 1),
                    (one, other) -> new Count(one.ready + other.ready, one.notReady + other.notReady));
        }
    }

    public static String of(ControlledNode node) {
        var labels = node.meta().labels();
        var region = labels.getOrDefault("topology.kubernetes.io/region", "");
        var zone = labels.getOrDefault("topology.kubernetes.io/zone", "");
        return region.isEmpty() && zone.isEmpty() ? "" : region + ":\0:" + zone;
    }

    public State state(String zone) {
        var count = counts.getOrDefault(zone, new Count(0, 0));
        var all = count.ready + count.notReady;
        if (count.ready == 0 && count.notReady > 0) return State.FULL;
        var partial = count.notReady > 2 && (double) count.notReady / all >= times.unhealthyFraction();
        return partial ? State.PARTIAL : State.NORMAL;
    }

    /** No zone has a node that is ready: this program is cut off, or everything is. */
    public boolean areAllDisrupted() {
        return !counts.isEmpty() && counts.keySet().stream().allMatch(zone -> state(zone) == State.FULL);
    }

    /** Nodes in a second; 0 for none. */
    public double rate(String zone) {
        var count = counts.getOrDefault(zone, new Count(0, 0));
        return switch (state(zone)) {
            case NORMAL, FULL -> times.perSecond();
            case PARTIAL -> count.ready + count.notReady > times.largeZone() ? times.secondaryPerSecond() : 0;
        };
    }
}
