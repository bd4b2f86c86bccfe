package dev.plimsoll.console.cluster;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Looks at all autoscalers once a second and keeps what has changed. */
final class RecommendationSampler {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final ClusterCaches caches;
    private final RecommendationHistory history;
    private Instant next = Instant.MIN;

    RecommendationSampler(ClusterCaches caches, RecommendationHistory history) {
        this.caches = caches;
        this.history = history;
    }

    /** Whether something was added. */
    boolean sample(Instant now) {
        if (now.isBefore(next)) return false;
        next = now.plus(EVERY);
        if (!caches.autoscalers().isSynced()) return false;
        var seen = new HashSet<RecommendationSeries>();
        var isChanged = false;
        for (var vpa : caches.autoscalers().all()) {
            var pods = TargetPods.of(vpa, caches);
            for (var each : vpa.recommendation().containers())
                isChanged |= add(vpa, each.containerName(), each.estimate(), pods, now, seen);
            var whole = vpa.recommendation().pod();
            if (whole.isPresent()) isChanged |= add(vpa, "", whole.get(), pods, now, seen);
        }
        history.retain(seen);
        return isChanged;
    }

    private boolean add(
            VpaObject vpa,
            String container,
            Estimate estimate,
            List<TargetPods.TargetPod> pods,
            Instant now,
            Set<RecommendationSeries> seen) {
        var isChanged = false;
        for (var compute : Compute.ALL) {
            if (!estimate.target().contains(compute.resource())) continue;
            var series = new RecommendationSeries(vpa.name(), container, compute);
            seen.add(series);
            isChanged |= history.add(series, TargetPods.point(estimate, container, compute, pods, now));
        }
        return isChanged;
    }
}
