package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.application.ResizeFit;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload.Member;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload.Wish;
import dev.plimsoll.core.estimation.update.FailedResize;
import dev.plimsoll.core.estimation.update.GroupBudget;
import dev.plimsoll.core.estimation.update.InPlaceDecision;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.prediction.autoscaling.AutoscaledCluster.ClusterPod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The updater of a VerticalPodAutoscaler: resizes pods where that will do, evicts them where it will not, within its budget. */
final class ResourceUpdates {
    /** As the updater begins with. */
    private static final int MIN_REPLICAS = 2;

    private static final double EVICTION_TOLERANCE = 0.5;

    private final VerticalAutoscaler autoscaler;
    private final AutoscaledCluster cluster;
    private final WorkloadRun run;
    private final Map<String, Pending> pending = new HashMap<>();
    private final Map<String, FailedResize> attempts = new HashMap<>();

    /** Whether something was done to a pod since the last look. */
    private boolean hasActed;

    /**
     * A resize that its node has not made.
     *
     * @param asked what the pod asks for meanwhile
     */
    private record Pending(ResizeState state, Instant since, PodSpec asked) {}

    ResourceUpdates(VerticalAutoscaler autoscaler, AutoscaledCluster cluster, WorkloadRun run) {
        this.autoscaler = autoscaler;
        this.cluster = cluster;
        this.run = run;
    }

    VerticalAutoscaler autoscaler() {
        return autoscaler;
    }

    WorkloadRun run() {
        return run;
    }

    /** Recommender and updater look; whether pods were changed. */
    boolean look(Instant now) {
        var isNew = run.replayed.recommend();
        pending.keySet().retainAll(run.members().keySet());
        attempts.keySet().retainAll(run.members().keySet());
        // Pods without a node are none of the updater's business.
        var wishes = run.replayed.wishes(run.running(), isNew, now.toEpochMilli());
        if (wishes.isEmpty()) return false;
        var pods = new HashMap<Member, ClusterPod>();
        for (var pod : run.all()) {
            var member = run.members().get(pod.uid());
            if (member != null) pods.put(member, pod);
        }
        hasActed = false;
        var budget = budget();
        for (var wish : wishes) {
            var pod = pods.get(wish.member());
            if (pod != null) budget = act(wish, pod, budget, now);
        }
        return hasActed;
    }

    private GroupBudget budget() {
        var live = run.all().size();
        var wanted = cluster.wanted(run.workload);
        var required = autoscaler.spec().minReplicas() > 0 ? autoscaler.spec().minReplicas() : MIN_REPLICAS;
        return GroupBudget.of(wanted < 0 ? live : wanted, live, run.waiting(), required, EVICTION_TOLERANCE);
    }

    /** What is left of the budget. */
    private GroupBudget act(Wish wish, ClusterPod pod, GroupBudget budget, Instant now) {
        var mode = autoscaler.spec().mode();
        if (!mode.isInPlace()) return evict(wish, pod, budget);
        // It has asked already, and where it may not be evicted, that is all there is to do.
        if (mode == UpdateMode.IN_PLACE && !isStillWanted(wish, pod)) {
            run.replayed.again(wish.member());
            return budget;
        }
        return switch (InPlaceDecision.of(situation(wish, pod, budget, now))) {
            case InPlaceDecision.Approved() -> resize(wish, pod, budget, now);
            case InPlaceDecision.LastAttempt() -> {
                attempts.put(pod.uid(), FailedResize.of(wish.changed()));
                yield resize(wish, pod, budget, now);
            }
            case InPlaceDecision.Evict _ -> evict(wish, pod, budget);
            case InPlaceDecision.Deferred(var why) -> later(wish, why, budget);
            case InPlaceDecision.InfeasibleCached() -> later(wish, "its node cannot do as much", budget);
        };
    }

    private GroupBudget later(Wish wish, String why, GroupBudget budget) {
        run.hold(why);
        run.replayed.again(wish.member());
        return budget;
    }

    private InPlaceDecision.Situation situation(Wish wish, ClusterPod pod, GroupBudget budget, Instant now) {
        var attempt = attempts.get(pod.uid());
        var waits = pending.get(pod.uid());
        return new InPlaceDecision.Situation(
                autoscaler.spec().mode(),
                true,
                false,
                true,
                attempt != null && !attempt.isAbove(FailedResize.of(wish.changed())),
                waits == null ? ResizeState.NONE : waits.state(),
                waits == null ? Duration.ZERO : Duration.between(waits.since(), now),
                budget,
                false,
                restartsContainers(pod),
                isStillWanted(wish, pod));
    }

    private boolean isStillWanted(Wish wish, ClusterPod pod) {
        var waits = pending.get(pod.uid());
        return waits == null || !waits.asked().equals(wish.changed());
    }

    private static boolean restartsContainers(ClusterPod pod) {
        return pod.pod().spec().containers().stream()
                .flatMap(container -> container.resizePolicy().stream())
                .anyMatch(policy -> policy.restartPolicy().equals("RestartContainer"));
    }

    private GroupBudget resize(Wish wish, ClusterPod pod, GroupBudget budget, Instant now) {
        var isSound =
                wish.isInPlace() && ResizeFit.errors(pod.pod(), wish.changed()).isEmpty();
        if (!isSound) {
            return autoscaler.spec().mode() == UpdateMode.IN_PLACE_OR_RECREATE
                    ? evict(wish, pod, budget)
                    : later(wish, "a pod that runs cannot be changed so", budget);
        }
        // A node does not take memory away that is in use; it tries again until it fits.
        if (wish.member().holdsMoreThan(wish.changed()))
            return later(wish, "more memory is in use than is recommended", budget);
        var answer = cluster.resize(pod.uid(), wish.changed());
        hasActed = true;
        return switch (answer.state()) {
            case NONE -> {
                pending.remove(pod.uid());
                run.restarts += answer.restarted();
                yield budget.disturbing(false);
            }
            case DEFERRED, INFEASIBLE -> {
                waits(pod, answer, wish.changed(), now);
                run.replayed.again(wish.member());
                yield budget.disturbing(false);
            }
            case IN_PROGRESS, ERROR, UNKNOWN -> {
                attempts.put(pod.uid(), FailedResize.of(wish.changed()));
                yield autoscaler.spec().mode() == UpdateMode.IN_PLACE_OR_RECREATE
                        ? evict(wish, pod, budget)
                        : later(wish, answer.message(), budget);
            }
        };
    }

    private void waits(ClusterPod pod, AutoscaledCluster.Resized answer, PodSpec asked, Instant now) {
        var before = pending.get(pod.uid());
        if (before != null && before.state() == answer.state()) {
            pending.put(pod.uid(), new Pending(before.state(), before.since(), asked));
            return;
        }
        pending.put(pod.uid(), new Pending(answer.state(), now, asked));
        if (answer.state() == ResizeState.DEFERRED) run.deferred++;
        else run.infeasible++;
        run.hold(answer.message());
    }

    private GroupBudget evict(Wish wish, ClusterPod pod, GroupBudget budget) {
        if (asks(run.replayed.recommended()).equals(asks(wish.member().spec())))
            return later(wish, "a new pod would have the same resources", budget);
        if (!budget.canEvict(false)) return later(wish, "the disruption budget is used up", budget);
        var problem = cluster.evict(pod.uid(), "VerticalPodAutoscaler " + autoscaler.name());
        if (!problem.isEmpty()) return later(wish, problem, budget);
        run.evicted++;
        hasActed = true;
        return budget.disturbing(false);
    }

    private static List<ResourceRequirements> asks(PodSpec spec) {
        return Stream.concat(
                        Stream.of(spec.resources()), spec.containers().stream().map(Container::resources))
                .toList();
    }
}
