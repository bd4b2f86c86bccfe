package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.application.AppliedTarget;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.NodeRoom;
import dev.plimsoll.core.estimation.podlevel.PodRecommender;
import dev.plimsoll.core.estimation.podlevel.PodRecommender.Known;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/** From a history to the recommendation that is published. */
final class Estimates {
    private final RecommenderSettings settings;
    private final PodRecommender recommender;
    private final SummedContainers pods;

    Estimates(RecommenderSettings settings) {
        this.settings = settings;
        this.pods = new SummedContainers(settings.podLevel() ? settings.maxima().pod() : ResourceAmounts.ABSENT);
        this.recommender = new PodRecommender(
                new Estimator(settings.estimator()),
                new PolicyBounds(settings.maxima().container()),
                pods);
    }

    /**
     * What a recommendation is held to beside policies and flags.
     *
     * @param rooms what the nodes have for a pod; none where nodes do not count
     * @param ranges the namespace's LimitRanges
     */
    record Bounds(List<ResourceAmounts> rooms, NamespaceRanges ranges) {}

    Recommendation of(VpaObject vpa, UsageHistory history, List<AutoscaledPod> matched, Bounds bounds) {
        var usage = history.usage();
        var sidecars = usage.keySet().stream().filter(history::isSidecar).collect(Collectors.toSet());
        var init = usage.keySet().stream().filter(history::isInitContainer).collect(Collectors.toSet());
        var wholeCores = usage.keySet().stream()
                .filter(name -> settings.integerCpu() && IntegerCpu.isWanted(vpa.annotations(), name))
                .collect(Collectors.toSet());
        var policy = settings.podLevel() ? vpa.policy() : vpa.policy().withPodPolicies(PodPolicies.DEFAULT);
        var isPodLevel = settings.podLevel() && isPodLevel(vpa, matched);
        var rooms = bounds.rooms();
        var shapes = isPodLevel ? shapes(matched) : List.<PodSpec>of();
        var known = new Known(
                usage,
                sidecars,
                init,
                wholeCores,
                policy,
                shapes,
                bounds.ranges().pods(),
                history.whole());
        if (!settings.podLevel() && rooms.isEmpty()) return recommender.containers(known);
        var request = recommender.request(known, isPodLevel);
        var free = pods.estimate(request);
        var bound = rooms.isEmpty() ? ResourceAmounts.ABSENT : bound(free, request.excluded(), matched, rooms);
        var held = bound.isEmpty() ? free : pods.below(bound).estimate(request);
        return new AppliedTarget(policy, bounds.ranges(), shapes).of(held);
    }

    /** What the pods asked for at first. Pods of one template share their parts, so that each shape is looked at once. */
    private static List<PodSpec> shapes(List<AutoscaledPod> matched) {
        var seen = new ArrayList<AutoscaledPod>();
        for (var pod : matched) {
            if (seen.stream().noneMatch(other -> isShared(pod, other))) seen.add(pod);
        }
        return seen.stream()
                .map(view ->
                        OriginalsAnnotation.of(view.pod()).applyTo(view.pod().spec()))
                .toList();
    }

    @SuppressWarnings(
            "ReferenceEquality") // equal parts of pods are one object; comparing them in depth would cost too much
    private static boolean isShared(AutoscaledPod one, AutoscaledPod other) {
        var spec = one.pod().spec();
        var known = other.pod().spec();
        return spec.containers() == known.containers()
                && spec.initContainers() == known.initContainers()
                && spec.resources() == known.resources()
                && one.pod().metadata().annotations() == other.pod().metadata().annotations();
    }

    /** The node that a pod as recommended is held to, less what its other containers ask for; absent where it fits some. */
    private static ResourceAmounts bound(
            Recommendation free,
            List<ContainerEstimate> excluded,
            List<AutoscaledPod> matched,
            List<ResourceAmounts> rooms) {
        var counted = new ArrayList<>(free.containers());
        counted.addAll(excluded);
        var wanted = free.pod().map(pod -> pod.target()).orElseGet(() -> {
            var sum = ResourceAmounts.EMPTY;
            for (var container : counted) sum = sum.plus(container.estimate().target());
            return sum;
        });
        var others = matched.isEmpty() ? ResourceAmounts.EMPTY : others(matched.getFirst(), counted);
        return NodeRoom.bound(
                rooms.stream().map(room -> NodeRooms.less(room, others)).toList(), wanted);
    }

    private static ResourceAmounts others(AutoscaledPod pod, List<ContainerEstimate> counted) {
        var names = new HashSet<String>();
        for (var container : counted) names.add(container.containerName());
        var spec = pod.pod().spec();
        var left = spec.withContainers(spec.containers().stream()
                        .filter(container -> !names.contains(container.name()))
                        .toList())
                .withResources(ResourceRequirements.ABSENT);
        return PodDemand.AS_WRITTEN.requests(left);
    }

    /** Asked for, or used by some pod; while there is no pod it stays as it was. */
    private static boolean isPodLevel(VpaObject vpa, List<AutoscaledPod> matched) {
        var mode = vpa.policy().podPolicies().mode();
        if (mode == PodMode.OFF) return false;
        if (mode.isExplicit()) return true;
        if (matched.isEmpty()) return vpa.recommendation().pod().isPresent();
        return matched.stream()
                .anyMatch(pod -> ManagedLevel.setsPodLevel(pod.pod().spec()));
    }
}
