package dev.plimsoll.core.workloads.statefulset;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RequeueAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What to do next about a stateful set.
 *
 * <ol>
 *   <li>Every ordinal has a pod: missing ones are made, ended ones deleted to be made again, from the lowest on.
 *   <li>Pods beyond the replicas go, from the highest on.
 *   <li>Pods of an older revision go, from the highest on down to the partition, so many that not too many are away.
 * </ol>
 *
 * <p>With OrderedReady, each pod waits for those before it, and a step ends with the first thing that it does or waits for.
 */
public final class StatefulSetDecision {
    /** The label of pods with the name of their revision. */
    public static final String REVISION_HASH = "controller-revision-hash";

    /**
     * What is known of a set.
     *
     * @param pods those that belong to it
     * @param current name of the revision that pods below the partition have
     * @param update name of the revision of the current template
     * @param resting names of pods that a node refused not long ago
     */
    public record Observed(
            StatefulSetSpec spec,
            List<ControlledPod> pods,
            String current,
            String update,
            Set<String> resting,
            Instant now) {
        public Observed {
            pods = List.copyOf(pods);
            resting = Set.copyOf(resting);
        }
    }

    /** Something to be done. */
    public sealed interface Step {
        record Create(int ordinal, String revision) implements Step {}

        record Delete(ControlledPod pod) implements Step {}
    }

    private final Observed observed;
    private final StatefulSetSpec spec;
    private final int first;
    private final int end;
    private final Map<Integer, ControlledPod> byOrdinal = new TreeMap<>();
    private final List<Step> steps = new ArrayList<>();

    private StatefulSetDecision(Observed observed) {
        this.observed = observed;
        this.spec = observed.spec();
        this.first = spec.firstOrdinal();
        this.end = spec.afterLastOrdinal();
        for (var pod : observed.pods()) {
            spec.ordinal(pod.name()).ifPresent(ordinal -> byOrdinal.put(ordinal, pod));
        }
    }

    public static List<Step> decide(Observed observed) {
        if (observed.spec().isBeingDeleted()) return List.of();
        var decision = new StatefulSetDecision(observed);
        if (decision.fill() && decision.shrink()) decision.update();
        return decision.steps;
    }

    /** When a pod that is ready becomes available; zero if none does. */
    public static Duration lookAgain(Observed observed) {
        return RequeueAfter.nextAvailable(observed.pods(), observed.spec().minReadySeconds(), observed.now());
    }

    /** Whether the next phase may begin. */
    private boolean fill() {
        for (var ordinal = first; ordinal < end; ordinal++) {
            var pod = byOrdinal.get(ordinal);
            var waits = true;
            if (pod == null) {
                var revision = !spec.updatesOnDelete() && ordinal < first + spec.partition()
                        ? observed.current()
                        : observed.update();
                steps.add(new Step.Create(ordinal, revision));
            } else if (pod.meta().isBeingDeleted()) {
                waits = true;
            } else if (pod.isTerminal()) {
                var rests = pod.ending().isRefusal() && observed.resting().contains(pod.name());
                if (!rests) steps.add(new Step.Delete(pod));
            } else {
                waits = !isHealthy(pod);
            }
            if (waits && !spec.isParallel()) return false;
        }
        return true;
    }

    private boolean shrink() {
        var condemned = byOrdinal.entrySet().stream()
                .filter(entry -> entry.getKey() < first || entry.getKey() >= end)
                .sorted(Map.Entry.<Integer, ControlledPod>comparingByKey(Comparator.reverseOrder()))
                .map(Map.Entry::getValue)
                .toList();
        var firstUnhealthy =
                condemned.reversed().stream().filter(pod -> !isHealthy(pod)).findFirst();
        for (var pod : condemned) {
            if (pod.meta().isBeingDeleted()) {
                if (!spec.isParallel()) return false;
                continue;
            }
            // An unhealthy pod goes last of those, or the others below it would be left alone with it.
            var waits = !spec.isParallel()
                    && !isHealthy(pod)
                    && firstUnhealthy.filter(each -> !each.equals(pod)).isPresent();
            if (waits) return false;
            steps.add(new Step.Delete(pod));
            if (!spec.isParallel()) return false;
        }
        return true;
    }

    private void update() {
        if (spec.updatesOnDelete() || !steps.isEmpty()) return;
        var away = 0;
        for (var ordinal = first; ordinal < end; ordinal++) {
            var pod = byOrdinal.get(ordinal);
            if (pod == null || !isHealthy(pod)) away++;
        }
        var budget = spec.mostUnavailable() - away;
        for (var ordinal = end - 1; ordinal >= first + spec.partition() && budget > 0; ordinal--) {
            var pod = byOrdinal.get(ordinal);
            if (pod == null || pod.meta().isBeingDeleted()) continue;
            if (observed.update().equals(revisionOf(pod))) continue;
            steps.add(new Step.Delete(pod));
            budget--;
        }
    }

    public static String revisionOf(ControlledPod pod) {
        return pod.meta().labels().getOrDefault(REVISION_HASH, "");
    }

    private boolean isHealthy(ControlledPod pod) {
        return !pod.meta().isBeingDeleted()
                && pod.phase().equals("Running")
                && pod.isAvailable(spec.minReadySeconds(), observed.now());
    }
}
