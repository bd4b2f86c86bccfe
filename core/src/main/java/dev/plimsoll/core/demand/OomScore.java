package dev.plimsoll.core.demand;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import java.math.BigInteger;

/**
 * How readily the kernel kills a container when the node runs out of memory ({@code oom_score_adj}).
 *
 * <p>Guaranteed and node-critical pods are last, BestEffort first. A Burstable container stands between by the share of the
 * node's memory that it requests; what the pod level requests beyond its containers is divided evenly among all of them
 * (KEP-2837). A sidecar is never killed before the regular container that requests least.
 */
public final class OomScore {
    public static final int GUARANTEED = -997;
    public static final int BEST_EFFORT = 1000;
    private static final int LEAST_BURSTABLE = 3;
    private static final int MOST_BURSTABLE = 999;
    private static final String NODE_CRITICAL = "system-node-critical";

    public static final OomScore DEFAULT = under(FeatureGates.DEFAULT);

    private final PodDemand demand;
    private final PodQos qos;

    private OomScore(PodDemand demand, PodQos qos) {
        this.demand = demand;
        this.qos = qos;
    }

    public static OomScore under(FeatureGates gates) {
        return new OomScore(PodDemand.under(gates), PodQos.under(gates));
    }

    public int of(PodSpec spec, Container container, long nodeMemory) {
        if (spec.placement().priorityClassName().equals(NODE_CRITICAL)) return GUARANTEED;
        return switch (qos.of(spec)) {
            case GUARANTEED -> GUARANTEED;
            case BEST_EFFORT -> BEST_EFFORT;
            case BURSTABLE -> burstable(spec, container, nodeMemory);
        };
    }

    private int burstable(PodSpec spec, Container container, long nodeMemory) {
        var extra = sharedRemainder(spec);
        var score = score(memory(container) + extra, nodeMemory);
        if (spec.initContainers().contains(container) && container.restartsAlways()) {
            var least =
                    spec.containers().stream().mapToLong(OomScore::memory).min().orElse(0);
            score = Math.min(score, score(least + extra, nodeMemory));
        }
        if (score < LEAST_BURSTABLE) return LEAST_BURSTABLE;
        return (int) Math.min(score, MOST_BURSTABLE);
    }

    private static long score(long memory, long nodeMemory) {
        if (nodeMemory <= 0) return BEST_EFFORT;
        var share =
                BigInteger.valueOf(memory).multiply(BigInteger.valueOf(1000)).divide(BigInteger.valueOf(nodeMemory));
        return 1000 - share.min(BigInteger.valueOf(1_000_000)).longValue();
    }

    /** Bytes that the pod level requests beyond its containers, per container. */
    public long sharedRemainder(PodSpec spec) {
        if (!demand.hasPodLevelRequests(spec)) return 0;
        var podLevel = spec.resources().requests().amount(ResourceName.MEMORY);
        if (podLevel.isZero()) return 0;
        var containers = ContainerAggregate.requests(spec).amount(ResourceName.MEMORY);
        var count = spec.containers().size() + spec.initContainers().size();
        return Math.max(0, podLevel.value() - containers.value()) / Math.max(1, count);
    }

    private static long memory(Container container) {
        return container.resources().requests().amount(ResourceName.MEMORY).value();
    }
}
