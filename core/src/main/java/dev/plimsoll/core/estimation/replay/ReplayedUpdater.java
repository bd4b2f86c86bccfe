package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Outcome;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
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
import java.util.stream.Collectors;

/**
 * The updater and the admission controller of one run. Every node has room, and no budget stands in the way: a replay is about
 * what a workload needs, not about its neighbours.
 */
final class ReplayedUpdater {
    private final ReplayPlan plan;
    private final ResourcePolicy policy;
    private final ContainerNames names;
    private final PodSpec template;

    ReplayedUpdater(ReplayPlan plan, ReplayLevel level, ContainerNames names) {
        this.plan = plan;
        this.policy = plan.policy(level);
        this.names = names;
        this.template = plan.template(level);
    }

    /** A pod as it is made now. */
    PodSpec created(Recommendation recommendation) {
        var made = names.complete(template);
        if (plan.mode() == UpdateMode.OFF) return plan.created(made);
        return plan.created(
                apply(made, recommendation, Moment.ADMISSION).edits().applyTo(made));
    }

    Update update(ReplayedPod pod, Recommendation recommendation, long now) {
        if (!plan.mode().isActive()) return new Update.Nothing();
        var moment = plan.mode().isInPlace() ? Moment.IN_PLACE : Moment.ADMISSION;
        var outcome = apply(pod.spec, recommendation, moment);
        var edits = outcome.edits();
        if (edits.isEmpty()) {
            return outcome.skipped().isEmpty() ? new Update.Nothing() : new Update.Impossible();
        }
        var changed = edits.applyTo(pod.spec);
        if (changed.equals(pod.spec)) return new Update.Nothing();
        var measures = measures(pod.spec, recommendation, outcome);
        var priority = UpdatePriority.of(measures);
        var age = Duration.ofMillis(now - pod.started);
        var isQuickOom = plan.rules().isQuickOom(pod.ends());
        if (!plan.rules().accepts(priority, isQuickOom, age)
                || !EvictionRequirement.admit(plan.evictionRequirements(), measures)) return new Update.Nothing();
        var inPlace = plan.mode().isInPlace() && !edits.removesAny() && keepsQos(pod.spec, changed);
        if (inPlace) return new Update.Resize(changed);
        if (plan.mode() == UpdateMode.IN_PLACE) return new Update.Impossible();
        return new Update.Recreate(created(recommendation));
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
                NamespaceRanges.NONE,
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
        var capped = new PodCaps(policy, NamespaceRanges.NONE).apply(pod, recommendation.containers());
        return PodMeasures.ofContainers(pod, observed, capped.estimates(), outcome);
    }
}
