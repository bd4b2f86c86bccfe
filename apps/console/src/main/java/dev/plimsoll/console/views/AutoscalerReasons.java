package dev.plimsoll.console.views;

import dev.plimsoll.console.cluster.TargetPods;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.update.Measure;
import dev.plimsoll.core.estimation.update.PodMeasures;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.estimation.update.UpdateRules;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.workloads.StatusCondition;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why an autoscaler changes no pod: its own conditions, its mode, and the updater's rules with their default settings. */
final class AutoscalerReasons {
    private static final UpdateRules RULES = UpdateRules.DEFAULT;

    private AutoscalerReasons() {}

    static List<String> of(VpaObject vpa, List<TargetPods.TargetPod> pods, Instant now) {
        var reasons = new ArrayList<String>();
        for (var condition : vpa.conditions().all()) {
            if (isObstacle(condition))
                reasons.add(condition.message().isEmpty() ? condition.type() : condition.message());
        }
        if (vpa.mode() == UpdateMode.OFF) reasons.add("updateMode is Off: it recommends and changes no pod.");
        if (vpa.mode() == UpdateMode.INITIAL)
            reasons.add(
                    "updateMode is Initial: pods get the recommendation when they are created and are not changed later.");
        if (!reasons.isEmpty() || !vpa.mode().isActive()) return reasons;
        if (pods.isEmpty()) return List.of("No pod of its target runs.");
        if (pods.stream().noneMatch(each -> isChanged(vpa, each, now)))
            reasons.add(
                    "Requests of all its pods are within the bounds. A pod within them is changed only when it has run for "
                            + RULES.leastAge().toHours() + " h and would change by "
                            + Math.round(RULES.leastDifference() * 100) + " % or more.");
        return reasons;
    }

    private static boolean isObstacle(StatusCondition condition) {
        var isTrue = condition.status().equals("True");
        return switch (condition.type()) {
            case "RecommendationProvided" -> !isTrue;
            case "UpdatesBlocked", "ConfigUnsupported", "NoPodsMatched", "FetchingHistory" ->
                isTrue && !(condition.message().isEmpty() && condition.reason().isEmpty());
            default -> false;
        };
    }

    private static boolean isChanged(VpaObject vpa, TargetPods.TargetPod scaled, Instant now) {
        var containers = new ArrayList<Measure>();
        for (var each : vpa.recommendation().containers())
            containers.add(measure(scaled.pod(), each.containerName(), each.estimate()));
        var whole = vpa.recommendation().podOrNull();
        var measures = new PodMeasures(containers, wholeMeasure(scaled.pod(), whole));
        var age = scaled.followed()
                .started()
                .map(started -> Duration.between(started, now))
                .orElse(Duration.ZERO);
        return RULES.accepts(UpdatePriority.of(measures), false, age);
    }

    private static @Nullable Measure wholeMeasure(Pod pod, @Nullable Estimate whole) {
        return whole == null || !pod.spec().hasPodLevelResources() ? null : measure(pod, "", whole);
    }

    private static Measure measure(Pod pod, String container, Estimate estimate) {
        return new Measure(
                TargetPods.requests(pod, container), estimate.target(), estimate.lowerBound(), estimate.upperBound());
    }
}
