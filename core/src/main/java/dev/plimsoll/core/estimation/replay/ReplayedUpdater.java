package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Outcome;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.PodMeasures;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The updater and the admission controller of one run. Every node has room, and no budget stands in the way: a replay is about
 * what a workload needs, not about its neighbours.
 */
final class ReplayedUpdater {
    private final ReplayPlan plan;
    private final ReplayedPolicy by;
    private final ResourcePolicy policy;
    private final ContainerNames names;
    private final PodSpec template;

    ReplayedUpdater(ReplayPlan plan, ReplayedPolicy by, ContainerNames names) {
        this.plan = plan;
        this.by = by;
        this.policy = by.policy();
        this.names = names;
        this.template = by.template();
    }

    /** A pod as it is made now. */
    PodSpec created(Recommendation recommendation) {
        return created(names.complete(template), recommendation);
    }

    /** The pod that is made now of one that a controller sends. */
    PodSpec created(PodSpec sent, Recommendation recommendation) {
        if (plan.mode() == UpdateMode.OFF) return plan.created(sent);
        return plan.created(
                apply(sent, recommendation, Moment.ADMISSION).edits().applyTo(sent));
    }

    /**
     * A change that is worth it.
     *
     * @param isInPlace whether a pod that runs can be changed so
     */
    record Wish(PodSpec changed, UpdatePriority priority, boolean isInPlace) {}

    /** What is to become of a pod. */
    private sealed interface Found {
        record Nothing() implements Found {}

        record Impossible() implements Found {}

        record Wanted(Wish wish) implements Found {}
    }

    Update update(ReplayedPod pod, Recommendation recommendation, long now) {
        return switch (find(pod, recommendation, now)) {
            case Found.Nothing() -> new Update.Nothing();
            case Found.Impossible() -> new Update.Impossible();
            case Found.Wanted(var wish) -> {
                if (wish.isInPlace()) yield new Update.Resize(wish.changed());
                if (plan.mode() == UpdateMode.IN_PLACE) yield new Update.Impossible();
                yield new Update.Recreate(created(recommendation));
            }
        };
    }

    /** The change that a pod should have; empty where it has none to gain, or where no valid pod was found. */
    Optional<Wish> wish(ReplayedPod pod, Recommendation recommendation, long now) {
        return find(pod, recommendation, now) instanceof Found.Wanted(var wish) ? Optional.of(wish) : Optional.empty();
    }

    private Found find(ReplayedPod pod, Recommendation recommendation, long now) {
        if (!plan.mode().isActive()) return new Found.Nothing();
        var moment = plan.mode().isInPlace() ? Moment.IN_PLACE : Moment.ADMISSION;
        var outcome = apply(pod.spec, recommendation, moment);
        var edits = outcome.edits();
        if (edits.isEmpty()) return outcome.skipped().isEmpty() ? new Found.Nothing() : new Found.Impossible();
        var changed = edits.applyTo(pod.spec);
        if (changed.equals(pod.spec)) return new Found.Nothing();
        var measures = measures(pod.spec, recommendation, outcome);
        var priority = UpdatePriority.of(measures);
        var age = Duration.ofMillis(now - pod.started);
        var isQuickOom = plan.rules().isQuickOom(pod.ends());
        if (!plan.rules().accepts(priority, isQuickOom, age)
                || !EvictionRequirement.admit(plan.evictionRequirements(), measures)) return new Found.Nothing();
        var inPlace = plan.mode().isInPlace() && !edits.removesAny() && keepsQos(pod.spec, changed);
        return new Found.Wanted(new Wish(changed, priority, inPlace));
    }

    private static boolean keepsQos(PodSpec before, PodSpec after) {
        return PodQos.DEFAULT.of(before) == PodQos.DEFAULT.of(after);
    }

    private ManagedLevel level(Moment moment) {
        var level = ManagedLevel.of(template, policy.podPolicies().mode());
        var stays = moment == Moment.IN_PLACE && plan.mode() == UpdateMode.IN_PLACE;
        return stays && level == ManagedLevel.POD_ONLY ? ManagedLevel.POD_AND_CONTAINERS : level;
    }

    private Outcome apply(PodSpec spec, Recommendation recommendation, Moment moment) {
        var request = new Request(
                Pod.of("pod", spec),
                Originals.of(names.complete(template)),
                recommendation,
                policy,
                by.ranges(),
                level(moment),
                moment);
        return PodApplication.DEFAULT.apply(moment == Moment.ADMISSION ? request.recreated() : request);
    }

    private PodMeasures measures(PodSpec spec, Recommendation recommendation, Outcome outcome) {
        var pod = Pod.of("pod", spec);
        if (ManagedLevel.of(template, policy.podPolicies().mode()) != ManagedLevel.CONTAINERS) {
            return PodMeasures.ofPod(pod, outcome);
        }
        var observed = spec.containers().stream()
                .map(Container::name)
                .filter(name -> policy.of(name).mode() != ContainerMode.OFF)
                .collect(Collectors.toSet());
        var capped = new PodCaps(policy, by.ranges()).apply(pod, recommendation.containers());
        return PodMeasures.ofContainers(pod, observed, capped.estimates(), outcome);
    }
}
