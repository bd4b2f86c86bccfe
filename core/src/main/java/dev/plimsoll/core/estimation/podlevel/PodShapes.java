package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.admission.ContainerDefaults;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.PodEstimator.Request;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the pods that there are add to what is known of their containers, for one resource.
 *
 * @param least what they need for their start, and what they have where nothing is known of some container
 * @param unknown containers of whose use nothing is known, with what they request
 */
record PodShapes(long least, SortedMap<String, Long> unknown) {
    PodShapes {
        unknown = Collections.unmodifiableSortedMap(unknown);
    }

    static PodShapes of(Request request, Compute compute) {
        var least = 0L;
        var unknown = new TreeMap<String, Long>();
        var known =
                new Recommendation(request.containers(), null, SummedContainers.known(request), ResourceAmounts.ABSENT);
        for (var pod : request.pods()) {
            var level = ManagedLevel.of(pod, request.policy().podPolicies().mode());
            if (!level.isPodLevel()) continue;
            var coverage = PodCoverage.of(ContainerDefaults.apply(pod).spec(), known, request.policy(), compute);
            least = Math.max(least, coverage.startup());
            if (coverage.isComplete()) continue;
            coverage.unknown().forEach((name, requests) -> unknown.merge(name, requests, Math::max));
            least = Math.max(least, PodBefore.of(pod, level, compute).request().orElse(0));
        }
        return new PodShapes(least, unknown);
    }

    long requested() {
        return unknown.values().stream().mapToLong(Long::longValue).sum();
    }
}
