package dev.plimsoll.controllers.deployment;

import dev.plimsoll.controllers.objects.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A replica set of a deployment.
 *
 * @param wanted its spec.replicas, after this turn
 */
public record SetView(Workload set, int wanted) {
    public static final Comparator<SetView> OLDEST_FIRST = Comparator.comparing(
                    (SetView each) -> each.set().meta().created())
            .thenComparing(each -> each.set().name());

    public static SetView of(Workload set) {
        return new SetView(set, set.number("replicas", 1));
    }

    SetView scaledTo(int replicas) {
        return new SetView(set, replicas);
    }

    String name() {
        return set.name().name();
    }

    /** Active pods. */
    int actual() {
        return set.reported("replicas");
    }

    int ready() {
        return set.reported("readyReplicas");
    }

    int available() {
        return set.reported("availableReplicas");
    }

    /** Available pods that will stay: what the set reports may be older than its spec. */
    int lastingAvailable() {
        return Math.min(available(), wanted);
    }

    /** Whether what the set reports is about the spec that it has. */
    boolean isObserved() {
        return set.status().path("observedGeneration").asLong() >= set.meta().generation();
    }

    /** Pods that are there or may come. */
    int held() {
        return Math.max(wanted, actual());
    }

    static int sum(List<SetView> sets, ToIntFunction<SetView> count) {
        return sets.stream().mapToInt(count).sum();
    }
}
