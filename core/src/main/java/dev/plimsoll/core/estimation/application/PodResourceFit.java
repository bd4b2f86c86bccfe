package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.admission.ContainerDefaults;
import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodApplication.Moment;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.PodEdits.Note;
import dev.plimsoll.core.estimation.application.ResourcePlan.ContainerValues;
import dev.plimsoll.core.estimation.application.ResourcePlan.PodValues;
import dev.plimsoll.core.estimation.application.ResourcePlan.Reason;
import dev.plimsoll.core.estimation.capping.ProportionalLimit;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodBefore;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * One resource of one pod, brought to values that fit each other. The numbers are those of the specification's steps:
 * 1 originals, 2 the managed containers, 3 to 5 the pod's request, 6 containers fitted into it, 7 their limits, 8 the pod's
 * limit, 9 limits fitted into that, 10 checks.
 */
final class PodResourceFit {
    private final Request request;
    private final Compute compute;
    private final PodPolicies policies;
    /** The pod as it is, with the requests that limits stand for. */
    private final PodSpec spec;

    private final PodMembers members;
    private final List<Note> notes = new ArrayList<>();

    PodResourceFit(Request request, Compute compute) {
        this.request = request;
        this.compute = compute;
        this.policies = request.policy().podPolicies();
        this.spec = ContainerDefaults.apply(request.pod().spec()).spec();
        this.members = new PodMembers(request, spec, compute);
    }

    ResourcePlan run() {
        var controlled = request.level() != ManagedLevel.WITHIN_POD && policies.controls(compute);
        if (controlled) return isRecommended() ? fitPod() : new ResourcePlan.Unmanaged(compute);
        if (members.managed().isEmpty()) return new ResourcePlan.Unmanaged(compute);
        if (!names(spec.resources())) return fitFreely();
        return names(request.originals().pod())
                ? fitWithin(frozenRequest(), entry(spec.resources().limits()))
                : fitFilledIn();
    }

    private boolean names(ResourceRequirements resources) {
        return resources.requests().contains(compute.resource())
                || resources.limits().contains(compute.resource());
    }

    private boolean isRecommended() {
        return request.recommendation()
                .pod()
                .filter(pod -> pod.target().contains(compute.resource()))
                .isPresent();
    }

    private OptionalLong entry(ResourceAmounts amounts) {
        return amounts.contains(compute.resource()) ? OptionalLong.of(compute.unitsOf(amounts)) : OptionalLong.empty();
    }

    /** No value of the pod bounds the containers. */
    private ResourcePlan fitFreely() {
        members.limitsInProportion();
        return members.isSound() ? fitted(PodValues.NONE, List.of()) : skipped();
    }

    /** The API server has made the pod's values of those of its containers: they follow, as in a new pod. */
    private ResourcePlan fitFilledIn() {
        members.limitsInProportion();
        if (!members.isSound()) return skipped();
        var podRequest = members.aggregate();
        var edits = new ArrayList<Edit>();
        if (entry(spec.resources().requests()).isPresent()) {
            edits.add(Edit.request(ValueLocation.POD, compute, podRequest));
        }
        defaultedLimit(podRequest).ifPresent(limit -> edits.add(Edit.limit(ValueLocation.POD, compute, limit)));
        return fitted(PodValues.NONE, edits);
    }

    /** The pod level stays as it is, and containers are made to fit into it. */
    private ResourcePlan fitWithin(long podRequest, OptionalLong podLimit) {
        var room = podRequest - members.base();
        if (members.sum() > room) {
            if (room <= 0) return skipped();
            members.shareOut(room);
        }
        members.limitsInProportion();
        podLimit.ifPresent(members::holdLimits);
        return members.isSound() && members.aggregate() <= podRequest ? fitted(PodValues.NONE, List.of()) : skipped();
    }

    private long frozenRequest() {
        var own = entry(spec.resources().requests());
        if (own.isPresent()) return own.getAsLong();
        return before().request().orElseThrow();
    }

    private PodBefore before() {
        return PodBefore.of(request.originals().applyTo(request.pod().spec()), request.level(), compute);
    }

    private ResourcePlan fitPod() {
        var before = before(); // 1
        var wish = new PodTarget(request, compute, before, spec);
        var podRequest = wish.target(notes); // 3, 4, 5
        podRequest = fitContainers(podRequest, before); // 6
        members.limitsInProportion(); // 7
        var limit = podLimit(podRequest, before); // 8
        if (limit.isPresent()) { // 9
            members.holdLimits(limit.getAsLong());
            limit = OptionalLong.of(Math.max(Math.max(limit.getAsLong(), podRequest), members.largestUnmanagedLimit()));
            if (before.isFixed() && !policies.leavesLimits()) podRequest = limit.getAsLong();
        }
        var keepsLimit = !policies.leavesLimits() || before.limit().isEmpty() || limit.equals(before.limit());
        if (!keepsLimit || !members.isSound() || members.aggregate() > podRequest) return skipped(); // 10
        var values = new PodValues(
                OptionalLong.of(podRequest),
                limit,
                Math.min(wish.lower(), podRequest),
                Math.max(wish.upper(), podRequest));
        return fitted(values, podEdits(podRequest, limit, before));
    }

    /** The pod's request once containers were fitted into it, or it was raised for what cannot be fitted. */
    private long fitContainers(long podRequest, PodBefore before) {
        var sum = members.sum();
        if (members.base() + sum > podRequest) {
            var room = podRequest - members.base();
            if (room <= 0) {
                room = policies.leavesLimits() && before.limit().isPresent()
                        ? Math.min(sum, before.limit().getAsLong() - members.base())
                        : sum;
            }
            if (room < sum) members.shareOut(Math.max(room, 0));
        }
        var needed = members.aggregate();
        if (needed <= podRequest) return podRequest;
        notes.add(new Note(ValueLocation.POD, compute.resource() + " raised to cover container requests"));
        return needed;
    }

    private OptionalLong podLimit(long podRequest, PodBefore before) {
        if (before.limit().isEmpty()) return defaultedLimit(podRequest);
        if (policies.leavesLimits()) return before.limit();
        var limit = ProportionalLimit.of(
                        new ProportionalLimit.Before(before.requestAboveZero(), before.limit()), podRequest)
                .orElse(podRequest);
        limit = policies.maxAllowedScope().hold(compute, policies.maxAllowed(), limit, podRequest);
        var range = request.context().pods();
        var max = compute.set(range.max());
        if (max.isPresent()) limit = Math.min(limit, max.getAsLong());
        var ratio = range.maxLimitRequestRatio().at(compute.resource());
        if (ratio != null) {
            var most = ratio.toBigDecimal().multiply(BigDecimal.valueOf(podRequest));
            if (most.compareTo(BigDecimal.valueOf(limit)) < 0) limit = most.longValue();
        }
        return OptionalLong.of(Math.max(limit, podRequest));
    }

    /** A limit that the API server filled in from the containers: it cannot be removed from a pod that runs, so it follows. */
    private OptionalLong defaultedLimit(long podRequest) {
        var present =
                request.moment() == Moment.IN_PLACE && spec.resources().limits().contains(compute.resource());
        if (!present) return OptionalLong.empty();
        var limits = compute.unitsOf(ContainerAggregate.limits(members.candidate()));
        return OptionalLong.of(Math.max(podRequest, limits));
    }

    private List<Edit> podEdits(long podRequest, OptionalLong limit, PodBefore before) {
        var edits = new ArrayList<Edit>();
        edits.add(Edit.request(ValueLocation.POD, compute, podRequest));
        var leaves = policies.leavesLimits() && before.limit().isPresent();
        if (!leaves) limit.ifPresent(units -> edits.add(Edit.limit(ValueLocation.POD, compute, units)));
        return edits;
    }

    private ResourcePlan fitted(PodValues pod, List<Edit> podEdits) {
        var edits = new ArrayList<>(podEdits);
        edits.addAll(members.edits());
        notes.addAll(members.notes());
        var values = new ArrayList<ContainerValues>();
        for (var member : members.managed()) values.add(member.values());
        return new ResourcePlan.Fitted(compute, pod, values, new PodEdits(edits, notes));
    }

    private ResourcePlan skipped() {
        return new ResourcePlan.Skipped(
                compute, Reason.VALIDITY, "no " + compute.resource() + " fits both the pod level and the containers");
    }
}
