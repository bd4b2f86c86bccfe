package dev.plimsoll.controllers.statefulset;

import dev.plimsoll.controllers.objects.Percent;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.revisions.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
    /**
     * What is known of a set.
     *
     * @param pods those that belong to it
     * @param current name of the revision that pods below the partition have
     * @param update name of the revision of the current template
     */
    public record Observed(Workload set, List<PodView> pods, String current, String update, Instant now) {
        public Observed {
            pods = List.copyOf(pods);
        }
    }

    /** Something to be done. */
    public sealed interface Step {
        record Create(int ordinal, String revision) implements Step {}

        record Delete(PodView pod) implements Step {}
    }

    private final Observed observed;
    private final Workload set;
    private final int first;
    private final int replicas;
    private final int partition;
    private final boolean rolling;
    private final boolean ordered;
    private final Map<Integer, PodView> byOrdinal = new TreeMap<>();
    private final List<Step> steps = new ArrayList<>();

    private StatefulSetDecision(Observed observed) {
        this.observed = observed;
        this.set = observed.set();
        this.first = Math.max(0, set.spec().at("/ordinals/start").asInt());
        this.replicas = Math.max(0, set.number("replicas", 1));
        this.rolling = !set.spec().at("/updateStrategy/type").asText().equals("OnDelete");
        this.partition = Math.max(
                0, set.spec().at("/updateStrategy/rollingUpdate/partition").asInt());
        this.ordered = !set.spec().path("podManagementPolicy").asText().equals("Parallel");
        for (var pod : observed.pods()) {
            Identity.ordinal(set, pod.name().name()).ifPresent(ordinal -> byOrdinal.put(ordinal, pod));
        }
    }

    public static List<Step> decide(Observed observed) {
        if (observed.set().meta().isBeingDeleted()) return List.of();
        var decision = new StatefulSetDecision(observed);
        if (decision.fill() && decision.shrink()) decision.update();
        return decision.steps;
    }

    /** When a pod that is ready becomes available; zero if none does. */
    public static Duration lookAgain(Observed observed) {
        var again = Duration.ZERO;
        var minReady = observed.set().number("minReadySeconds", 0);
        for (var pod : observed.pods()) again = Times.sooner(again, pod.untilAvailable(minReady, observed.now()));
        return again;
    }

    /** Whether the next phase may begin. */
    private boolean fill() {
        for (var ordinal = first; ordinal < first + replicas; ordinal++) {
            var pod = byOrdinal.get(ordinal);
            var waits = true;
            if (pod == null) {
                var revision = rolling && ordinal < first + partition ? observed.current() : observed.update();
                steps.add(new Step.Create(ordinal, revision));
            } else if (pod.meta().isBeingDeleted()) {
                waits = true;
            } else if (pod.isTerminal()) {
                steps.add(new Step.Delete(pod));
            } else {
                waits = !isHealthy(pod);
            }
            if (waits && ordered) return false;
        }
        return true;
    }

    private boolean shrink() {
        var condemned = byOrdinal.entrySet().stream()
                .filter(entry -> entry.getKey() < first || entry.getKey() >= first + replicas)
                .sorted(Map.Entry.<Integer, PodView>comparingByKey(Comparator.reverseOrder()))
                .map(Map.Entry::getValue)
                .toList();
        var firstUnhealthy =
                condemned.reversed().stream().filter(pod -> !isHealthy(pod)).findFirst();
        for (var pod : condemned) {
            if (pod.meta().isBeingDeleted()) {
                if (ordered) return false;
                continue;
            }
            // One that is not well goes last of those, or the others below it would be left alone with it.
            var waits = ordered
                    && !isHealthy(pod)
                    && firstUnhealthy.filter(each -> !each.equals(pod)).isPresent();
            if (waits) return false;
            steps.add(new Step.Delete(pod));
            if (ordered) return false;
        }
        return true;
    }

    private void update() {
        if (!rolling || !steps.isEmpty()) return;
        var away = 0;
        for (var ordinal = first; ordinal < first + replicas; ordinal++) {
            var pod = byOrdinal.get(ordinal);
            if (pod == null || !isHealthy(pod)) away++;
        }
        var budget = mostUnavailable() - away;
        for (var ordinal = first + replicas - 1; ordinal >= first + partition && budget > 0; ordinal--) {
            var pod = byOrdinal.get(ordinal);
            if (pod == null || pod.meta().isBeingDeleted()) continue;
            if (observed.update().equals(revisionOf(pod))) continue;
            steps.add(new Step.Delete(pod));
            budget--;
        }
    }

    private int mostUnavailable() {
        var wish = set.spec().at("/updateStrategy/rollingUpdate/maxUnavailable");
        return Math.max(1, Percent.roundedDown(wish, replicas).orElse(1));
    }

    static String revisionOf(PodView pod) {
        return pod.meta().labels().getOrDefault(Revision.POD_LABEL, "");
    }

    private boolean isHealthy(PodView pod) {
        return !pod.meta().isBeingDeleted()
                && pod.phase().equals("Running")
                && pod.isAvailable(set.number("minReadySeconds", 0), observed.now());
    }
}
