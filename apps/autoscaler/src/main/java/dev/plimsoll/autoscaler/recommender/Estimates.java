package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodRecommender;
import dev.plimsoll.core.estimation.podlevel.PodRecommender.Known;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import java.util.List;
import java.util.stream.Collectors;

/** From a history to the recommendation that is published. */
final class Estimates {
    private final RecommenderSettings settings;
    private final PodRecommender recommender;

    Estimates(RecommenderSettings settings) {
        this.settings = settings;
        this.recommender = new PodRecommender(
                new Estimator(settings.estimator()),
                new PolicyBounds(settings.containerMaxAllowed()),
                new SummedContainers(settings.podMaxAllowed()));
    }

    Recommendation of(Vpa vpa, History history, List<PodView> matched) {
        var usage = history.usage();
        var sidecars = usage.keySet().stream().filter(history::isSidecar).collect(Collectors.toSet());
        var wholeCores = usage.keySet().stream()
                .filter(name -> settings.integerCpu() && IntegerCpu.isWanted(vpa.annotations(), name))
                .collect(Collectors.toSet());
        var known = new Known(usage, sidecars, wholeCores, vpa.policy());
        return settings.podLevel() ? recommender.pod(known, isPodLevel(vpa, matched)) : recommender.containers(known);
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
