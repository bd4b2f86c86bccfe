package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodEstimator;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** From a history to the recommendation that is published. */
final class Estimates {
    private final RecommenderSettings settings;
    private final Estimator estimator;
    private final PolicyBounds bounds;
    private final PodEstimator pods;

    Estimates(RecommenderSettings settings) {
        this.settings = settings;
        this.estimator = new Estimator(settings.estimator());
        this.bounds = new PolicyBounds(settings.containerMaxAllowed());
        this.pods = new SummedContainers(settings.podMaxAllowed());
    }

    Recommendation of(Vpa vpa, History history, List<PodView> matched) {
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
        if (!settings.podLevel()) return new Recommendation(containers, null);
        return pods.estimate(
                new PodEstimator.Request(containers, sidecars, vpa.policy(), wholeCores, isPodLevel(vpa, matched)));
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
