package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.PodEdits.Note;
import dev.plimsoll.core.estimation.podlevel.PodBefore;
import dev.plimsoll.core.estimation.podlevel.PodCoverage;
import dev.plimsoll.core.estimation.podlevel.PodLevelBounds;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.PodSpec;
import java.util.List;
import java.util.OptionalLong;

/** What a pod as a whole should request of one resource, before its containers are looked at: steps 3 to 5. */
final class PodTarget {
    private final Compute compute;
    private final PodLevelBounds bounds;
    private final PodLevelBounds.Shape shape;
    private final PodCoverage coverage;
    private final long least;
    private final Estimate estimate;

    /** @param spec the pod as it is, with the requests that limits stand for */
    PodTarget(Request request, Compute compute, PodBefore before, PodSpec spec) {
        var policies = request.policy().podPolicies();
        var recommendation = request.recommendation();
        this.compute = compute;
        this.bounds = PodLevelBounds.of(
                compute,
                policies,
                recommendation.podMaximum(),
                request.context().pods());
        this.shape = new PodLevelBounds.Shape(before.request(), atMost(request, before), policies.leavesLimits());
        this.coverage = PodCoverage.of(spec, recommendation, request.policy(), compute);
        this.estimate = recommendation.pod().orElseThrow();
        this.least = Math.max(coverage.startup(), coverage.isComplete() ? 0 : current(request, before, spec));
    }

    /** The limit that requests stay within, or below it where they would change the pod's class. */
    private static OptionalLong atMost(Request request, PodBefore before) {
        var leavesLimits = request.policy().podPolicies().leavesLimits();
        if (before.limit().isEmpty() || !leavesLimits || !request.staysBelowLimits()) return before.limit();
        return OptionalLong.of(before.limit().getAsLong() - 1);
    }

    /** What a pod must not fall below while nothing is known of some container: what it has, or what it is made with. */
    private long current(Request request, PodBefore before, PodSpec spec) {
        var runs = request.moment() == Moment.IN_PLACE
                && spec.resources().requests().contains(compute.resource());
        return runs
                ? compute.unitsOf(spec.resources().requests())
                : before.request().orElse(0);
    }

    long target(List<Note> notes) {
        var recommended = compute.unitsOf(estimate.target());
        if (least >= recommended + coverage.uncovered() && !coverage.isComplete()) {
            var text = compute.resource() + " not lowered, nothing is known of "
                    + String.join(", ", coverage.unknown().keySet());
            notes.add(new Note(ValueLocation.POD, text));
        }
        return bounds.hold(needed(recommended), shape, text -> notes.add(new Note(ValueLocation.POD, text)));
    }

    long lower() {
        return bounds.hold(needed(compute.unitsOf(estimate.lowerBound())), shape, _ -> {});
    }

    long upper() {
        return bounds.hold(needed(compute.unitsOf(estimate.upperBound())), shape, _ -> {});
    }

    private long needed(long recommended) {
        return Math.max(recommended + coverage.uncovered(), least);
    }
}
