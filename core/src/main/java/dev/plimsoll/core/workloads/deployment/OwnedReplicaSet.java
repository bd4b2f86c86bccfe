package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ObjectMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A replica set of a deployment.
 *
 * @param wanted its spec.replicas, after this reconcile
 * @param actual active pods, as it reports
 */
public record OwnedReplicaSet(
        ObjectMetadata meta,
        PodTemplate template,
        int wanted,
        int minReadySeconds,
        int actual,
        int ready,
        int available,
        int terminating,
        long observedGeneration,
        Conditions conditions) {
    public static final Comparator<OwnedReplicaSet> OLDEST_FIRST = Comparator.comparing(
                    (OwnedReplicaSet each) -> each.meta().created())
            .thenComparing(OwnedReplicaSet::name);

    OwnedReplicaSet scaledTo(int replicas) {
        return new OwnedReplicaSet(
                meta,
                template,
                replicas,
                minReadySeconds,
                actual,
                ready,
                available,
                terminating,
                observedGeneration,
                conditions);
    }

    public String name() {
        return meta.name();
    }

    public String uid() {
        return meta.uid();
    }

    /** Available pods that will stay: what the set reports may be older than its spec. */
    int lastingAvailable() {
        return Math.min(available, wanted);
    }

    /** Whether what the set reports is about the spec that it has. */
    boolean isObserved() {
        return observedGeneration >= meta.generation();
    }

    /** Pods that are there or may come. */
    int held() {
        return Math.max(wanted, actual);
    }

    static int sum(List<OwnedReplicaSet> sets, ToIntFunction<OwnedReplicaSet> count) {
        return sets.stream().mapToInt(count).sum();
    }
}
