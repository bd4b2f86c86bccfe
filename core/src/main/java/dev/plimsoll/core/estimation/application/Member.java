package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.ResourcePlan.ContainerValues;
import dev.plimsoll.core.estimation.capping.ProportionalLimit;
import dev.plimsoll.core.estimation.capping.ProportionalLimit.Before;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** One managed container on its way to values that fit its pod. */
final class Member {
    private final int index;
    private final Compute compute;
    private final ContainerPolicy policy;
    private final Before before;
    private final long lower;
    private final long upper;
    private long request;
    private OptionalLong limit;

    Member(int index, Compute compute, ContainerPolicy policy, Before before, long target, long lower, long upper) {
        this.index = index;
        this.compute = compute;
        this.policy = policy;
        this.before = before;
        this.request = target;
        this.lower = lower;
        this.upper = upper;
        this.limit = before.limit();
    }

    static Before before(Compute compute, ResourceRequirements resources) {
        return new Before(compute.set(resources.requests()), compute.set(resources.limits()));
    }

    long request() {
        return request;
    }

    void request(long changed) {
        request = changed;
    }

    void limitInProportion() {
        if (policy.leavesLimits()) return;
        var proportional = ProportionalLimit.of(before, request);
        limit = proportional.isEmpty()
                ? proportional
                : OptionalLong.of(
                        policy.maxAllowedScope().hold(compute, policy.maxAllowed(), proportional.getAsLong(), request));
    }

    /** Keeps the limit, and with it the request, within that of the pod. */
    void hold(long podLimit) {
        if (policy.leavesLimits()) return;
        if (limit.isPresent()) limit = OptionalLong.of(Math.min(limit.getAsLong(), podLimit));
        request = Math.min(request, limit.orElse(podLimit));
    }

    /** It still asks for something, and for no more than it may have. */
    boolean isSound() {
        return request > 0 && request <= limit.orElse(Long.MAX_VALUE);
    }

    List<Edit> edits() {
        var edits = new ArrayList<Edit>();
        var place = ValueLocation.container(index);
        edits.add(Edit.request(place, compute, request));
        if (!policy.leavesLimits()) limit.ifPresent(units -> edits.add(Edit.limit(place, compute, units)));
        return edits;
    }

    ContainerValues values() {
        return new ContainerValues(index, request, limit, Math.min(lower, request), Math.max(upper, request));
    }
}
