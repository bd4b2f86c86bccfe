package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Outcome;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodEstimator;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A pod, its policies and what is recommended for it, written in few words. */
final class Applying {
    final PodSpec spec;
    private final List<ContainerEstimate> containers = new ArrayList<>();
    private final List<ContainerEstimate> excluded = new ArrayList<>();
    private final List<ContainerEstimate> initContainers = new ArrayList<>();
    private ResourcePolicy policy = ResourcePolicy.NONE;
    private NamespaceRanges context = NamespaceRanges.NONE;
    private Moment moment = Moment.ADMISSION;
    private ResourceAmounts largest = ResourceAmounts.ABSENT;
    private boolean isPodLevel = true;

    private Applying(PodSpec spec) {
        this.spec = spec;
    }

    static Applying to(PodSpecBuilder pod) {
        return new Applying(pod.build());
    }

    Applying target(String container, String amounts) {
        containers.add(estimate(container, amounts));
        return this;
    }

    /** What a container needs that is counted for its pod and not recommended for. */
    Applying uses(String container, String amounts) {
        excluded.add(estimate(container, amounts));
        return this;
    }

    /** The same of a container that ends before the others begin. */
    Applying usesAtFirst(String container, String amounts) {
        initContainers.add(estimate(container, amounts));
        return this;
    }

    private static ContainerEstimate estimate(String container, String amounts) {
        var all = ResourceAmounts.parse(amounts);
        return new ContainerEstimate(container, new Estimate(all, all, all, all));
    }

    Applying policy(ResourcePolicy chosen) {
        policy = chosen;
        return this;
    }

    Applying podPolicies(PodPolicies chosen) {
        policy = policy.withPodPolicies(chosen);
        return this;
    }

    Applying podRange(String max, String min) {
        return range(LimitRange.TYPE_POD, max, min);
    }

    Applying containerRange(String max) {
        return range(LimitRange.TYPE_CONTAINER, max, "");
    }

    private Applying range(String type, String max, String min) {
        var item = new LimitRange.Item(
                type,
                ResourceAmounts.parse(max),
                ResourceAmounts.parse(min),
                ResourceAmounts.ABSENT,
                ResourceAmounts.ABSENT,
                ResourceAmounts.ABSENT);
        context = NamespaceRanges.of(List.of(new LimitRange(ObjectMeta.named("range"), List.of(item))));
        return this;
    }

    /** The maximum of pods whose policy names none. */
    Applying largest(String amounts) {
        largest = ResourceAmounts.parse(amounts);
        return this;
    }

    /** With the gate off. */
    Applying withoutPodLevel() {
        isPodLevel = false;
        return this;
    }

    Applying inPlace() {
        moment = Moment.IN_PLACE;
        return this;
    }

    Recommendation recommendation() {
        return new SummedContainers(largest)
                .estimate(new PodEstimator.Request(
                        containers,
                        excluded,
                        initContainers,
                        policy,
                        Set.of(),
                        true,
                        List.of(spec),
                        context.pods(),
                        Estimate.NOTHING));
    }

    Outcome outcome() {
        return outcome(spec, Originals.of(spec));
    }

    Outcome outcome(PodSpec current, Originals originals) {
        var level = isPodLevel
                ? ManagedLevel.of(
                        originals.applyTo(current), policy.podPolicies().mode())
                : ManagedLevel.CONTAINERS;
        return PodApplication.DEFAULT.apply(
                new Request(Pod.of("web", current), originals, recommendation(), policy, context, level, moment));
    }

    /** The pod level and each container as {@code requests / limits}. */
    String result() {
        return text(outcome().edits().applyTo(spec));
    }

    static String text(PodSpec spec) {
        var text = new StringBuilder(
                "pod " + spec.resources().requests() + " / " + spec.resources().limits());
        for (var container : spec.containers()) {
            text.append("; ")
                    .append(container.name())
                    .append(' ')
                    .append(container.resources().requests());
            text.append(" / ").append(container.resources().limits());
        }
        return text.toString();
    }
}
