package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.NodeRoom;
import dev.plimsoll.core.estimation.podlevel.PodEstimator;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** From a history to the recommendation that is published. */
final class Estimates {
    private final RecommenderSettings settings;
    private final Estimator estimator;
    private final PolicyBounds bounds;
    private final SummedContainers pods;

    Estimates(RecommenderSettings settings) {
        this.settings = settings;
        this.estimator = new Estimator(settings.estimator());
        this.bounds = new PolicyBounds(settings.maxima().container());
        this.pods = new SummedContainers(settings.podLevel() ? settings.maxima().pod() : ResourceAmounts.ABSENT);
    }

    /** @param rooms what the nodes have for a pod; none where nodes do not count */
    Recommendation of(Vpa vpa, History history, List<PodView> matched, List<ResourceAmounts> rooms) {
        var usage = history.usage();
        usage.keySet().removeIf(name -> vpa.policy().of(name).mode() == ContainerMode.OFF);
        var containers = new ArrayList<ContainerEstimate>();
        var sidecars = new ArrayList<ContainerEstimate>();
        var wholeCores = new HashSet<String>();
        usage.forEach((name, used) -> {
            var policy = vpa.policy().of(name);
            var estimate = estimator.estimate(used, usage.size(), policy.controlledResources());
            if (settings.integerCpu() && IntegerCpu.isWanted(vpa.annotations(), name)) {
                estimate = IntegerCpu.apply(estimate);
                wholeCores.add(name);
            }
            (history.isSidecar(name) ? sidecars : containers)
                    .add(new ContainerEstimate(name, bounds.apply(estimate, policy)));
        });
        if (!settings.podLevel() && rooms.isEmpty()) return new Recommendation(containers, null);
        var policy = settings.podLevel() ? vpa.policy() : vpa.policy().withPodPolicies(PodPolicies.DEFAULT);
        var request = new PodEstimator.Request(
                containers, sidecars, policy, wholeCores, settings.podLevel() && isPodLevel(vpa, matched));
        var free = pods.estimate(request);
        var bound = rooms.isEmpty() ? ResourceAmounts.ABSENT : bound(free, sidecars, matched, rooms);
        return bound.isEmpty() ? free : pods.below(bound).estimate(request);
    }

    /** The node that a pod as recommended is held to, less what its other containers ask for; absent where it fits some. */
    private static ResourceAmounts bound(
            Recommendation free, List<ContainerEstimate> sidecars, List<PodView> matched, List<ResourceAmounts> rooms) {
        var counted = new ArrayList<>(free.containers());
        counted.addAll(sidecars);
        var wanted = free.pod().map(pod -> pod.target()).orElseGet(() -> {
            var sum = ResourceAmounts.EMPTY;
            for (var container : counted) sum = sum.plus(container.estimate().target());
            return sum;
        });
        var others = matched.isEmpty() ? ResourceAmounts.EMPTY : others(matched.getFirst(), counted);
        return NodeRoom.bound(
                rooms.stream().map(room -> Rooms.less(room, others)).toList(), wanted);
    }

    private static ResourceAmounts others(PodView pod, List<ContainerEstimate> counted) {
        var names = new HashSet<String>();
        for (var container : counted) names.add(container.containerName());
        var spec = pod.pod().spec();
        var left = spec.withContainers(spec.containers().stream()
                        .filter(container -> !names.contains(container.name()))
                        .toList())
                .withResources(ResourceRequirements.ABSENT);
        return PodDemand.DEFAULT.requests(left);
    }

    /** Asked for, or used by some pod; while there is no pod it stays as it was. */
    private static boolean isPodLevel(Vpa vpa, List<PodView> matched) {
        var mode = vpa.policy().podPolicies().mode();
        if (mode == PodMode.OFF) return false;
        if (mode.isExplicit()) return true;
        if (matched.isEmpty()) return vpa.recommendation().pod().isPresent();
        return matched.stream()
                .anyMatch(pod -> ManagedLevel.setsPodLevel(pod.pod().spec()));
    }
}
