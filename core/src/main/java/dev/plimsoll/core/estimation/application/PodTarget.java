package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.PodEdits.Note;
import dev.plimsoll.core.estimation.capping.Ratio;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import java.util.ArrayList;
import java.util.List;

/** What a pod as a whole should request of one resource, before its containers are looked at: steps 3 to 5. */
final class PodTarget {
    private final Request request;
    private final Compute compute;
    private final PodBefore before;
    private final long unrecommended;
    private final Estimate estimate;

    /** @param unrecommended requests of containers that the recommendation does not count */
    PodTarget(Request request, Compute compute, PodBefore before, long unrecommended) {
        this.request = request;
        this.compute = compute;
        this.before = before;
        this.unrecommended = unrecommended;
        this.estimate = request.recommendation().pod().orElseThrow();
    }

    long target(List<Note> notes) {
        return held(compute.unitsOf(estimate.target()), notes);
    }

    long lower() {
        return held(compute.unitsOf(estimate.lowerBound()), new ArrayList<>());
    }

    long upper() {
        return held(compute.unitsOf(estimate.upperBound()), new ArrayList<>());
    }

    private long held(long recommended, List<Note> notes) {
        var policies = request.policy().podPolicies();
        var range = request.context().pods();
        var units = recommended + unrecommended;
        units = atLeast(units, compute.set(policies.minAllowed()).orElse(0), "capped to pod minAllowed", notes);
        units = atMost(
                units, compute.set(policies.maxAllowed()).orElse(Long.MAX_VALUE), "capped to pod maxAllowed", notes);
        if (policies.leavesLimits() && before.limit().isPresent()) {
            units = Math.min(units, before.limit().getAsLong());
        }
        var max = compute.set(range.max());
        if (max.isPresent()) {
            units = atMost(units, requestAt(max.getAsLong()), "capped to fit Max in pod LimitRange", notes);
        }
        return Math.max(units, compute.set(range.min()).orElse(0));
    }

    /** The request whose limit in proportion is the LimitRange's maximum. */
    private long requestAt(long max) {
        var requested = before.request().orElse(0);
        var limit = before.limit().orElse(0);
        var leaves = request.policy().podPolicies().leavesLimits();
        if (leaves || limit == 0 || requested == 0 || before.isFixed()) return max;
        return Ratio.floor(max, requested, limit);
    }

    private long atLeast(long units, long bound, String why, List<Note> notes) {
        if (units >= bound) return units;
        notes.add(new Note(ValueLocation.POD, compute.resource() + " " + why));
        return bound;
    }

    private long atMost(long units, long bound, String why, List<Note> notes) {
        if (units <= bound) return units;
        notes.add(new Note(ValueLocation.POD, compute.resource() + " " + why));
        return bound;
    }
}
