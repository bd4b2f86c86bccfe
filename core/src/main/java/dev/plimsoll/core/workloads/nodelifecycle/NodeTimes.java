package dev.plimsoll.core.workloads.nodelifecycle;

import java.time.Duration;

/**
 * How long a node may be silent, and how fast its pods are then evicted.
 *
 * @param monitorPeriod between two looks at all nodes
 * @param grace silence after which a node is Unknown
 * @param startupGrace the same for one that never reported
 * @param perSecond how many nodes of a zone are tainted NoExecute in a second
 * @param secondaryPerSecond the same in a zone of which much is not ready
 * @param largeZone how many nodes a zone must have for the second rate; smaller ones wait
 * @param unhealthyFraction of a zone, from which on that is so
 */
public record NodeTimes(
        Duration monitorPeriod,
        Duration grace,
        Duration startupGrace,
        double perSecond,
        double secondaryPerSecond,
        int largeZone,
        double unhealthyFraction) {
    /** As kube-controller-manager has it. */
    public static final NodeTimes DEFAULT =
            new NodeTimes(Duration.ofSeconds(5), Duration.ofSeconds(50), Duration.ofSeconds(60), 0.1, 0.01, 50, 0.55);
}
