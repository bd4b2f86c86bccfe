package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.application.PodEdits.Note;
import dev.plimsoll.core.estimation.capping.ContainerCaps;
import dev.plimsoll.core.estimation.capping.Ratio;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The containers of a pod as far as one resource of the pod goes: those that are managed, those that lose their values, and
 * the others, which stay as they are.
 */
final class PodMembers {
    private final Request request;
    private final PodSpec spec;
    private final Compute compute;
    private final List<Member> managed = new ArrayList<>();
    private final List<Edit> removals = new ArrayList<>();
    private final List<Integer> removed = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private long base;
    private long largestUnmanagedLimit;

    PodMembers(Request request, PodSpec spec, Compute compute) {
        this.request = request;
        this.spec = spec;
        this.compute = compute;
        for (var i = 0; i < spec.containers().size(); i++)
            sort(i, spec.containers().get(i));
        for (var container : spec.initContainers()) {
            if (container.restartsAlways())
                base += compute.unitsOf(container.resources().requests());
        }
    }

    private void sort(int index, Container container) {
        var policy = request.policy().of(container.name());
        var estimate = recommended(container, policy);
        var resources = container.resources();
        if (estimate.isPresent() && request.level() == ManagedLevel.POD_ONLY && isRemovable()) {
            remove(ValueLocation.container(index));
            return;
        }
        var before = request.originals().container(container.name()).orElse(resources);
        if (estimate.isPresent() && policy.mode() == ContainerMode.AUTO && isManaged() && names(before)) {
            manage(index, policy, estimate.get(), before);
            return;
        }
        base += compute.unitsOf(resources.requests());
        largestUnmanagedLimit = Math.max(largestUnmanagedLimit, compute.unitsOf(resources.limits()));
    }

    private boolean isManaged() {
        return request.level() != ManagedLevel.POD_ONLY;
    }

    /** What the pod level does not take over, containers keep. */
    private boolean isRemovable() {
        return request.policy().podPolicies().controls(compute);
    }

    private Optional<Estimate> recommended(Container container, ContainerPolicy policy) {
        if (policy.mode() == ContainerMode.OFF) return Optional.empty();
        return request.recommendation()
                .container(container.name())
                .filter(estimate -> estimate.target().contains(compute.resource()));
    }

    private boolean names(ResourceRequirements resources) {
        return resources.requests().contains(compute.resource())
                || resources.limits().contains(compute.resource());
    }

    private void remove(ValueLocation place) {
        removed.add(place.container());
        var own = request.pod().spec().containers().get(place.container()).resources();
        if (own.requests().contains(compute.resource())) {
            removals.add(new Edit.Remove(place, Edit.Side.REQUEST, compute));
        }
        if (own.limits().contains(compute.resource())) {
            removals.add(new Edit.Remove(place, Edit.Side.LIMIT, compute));
        }
    }

    private void manage(int index, ContainerPolicy policy, Estimate estimate, ResourceRequirements before) {
        var caps = new ContainerCaps(policy, before, request.context()).below(request.staysBelowLimits());
        var told = new ArrayList<String>();
        var target = caps.apply(compute, compute.unitsOf(estimate.target()), told);
        for (var text : told) notes.add(new Note(ValueLocation.container(index), text));
        var ignored = new ArrayList<String>();
        var member = new Member(
                index,
                compute,
                policy,
                Member.before(compute, before),
                target,
                caps.apply(compute, compute.unitsOf(estimate.lowerBound()), ignored),
                caps.apply(compute, compute.unitsOf(estimate.upperBound()), ignored));
        managed.add(member);
        if (policy.leavesLimits()) {
            var limits = spec.containers().get(index).resources().limits();
            largestUnmanagedLimit = Math.max(largestUnmanagedLimit, compute.unitsOf(limits));
        }
    }

    List<Member> managed() {
        return managed;
    }

    List<Note> notes() {
        return notes;
    }

    /** Requests beside those of managed containers while the pod runs. */
    long base() {
        return base;
    }

    /** The highest limit that is not ours to lower. */
    long largestUnmanagedLimit() {
        return largestUnmanagedLimit;
    }

    /** Requests of managed containers. */
    long sum() {
        var sum = 0L;
        for (var member : managed) sum += member.request();
        return sum;
    }

    /** Scales the requests of managed containers to fit together into some room. */
    void shareOut(long room) {
        var sum = sum();
        if (sum == 0) return;
        for (var member : managed) member.request(Ratio.floor(member.request(), room, sum));
    }

    void limitsInProportion() {
        for (var member : managed) member.limitInProportion();
    }

    void holdLimits(long podLimit) {
        for (var member : managed) member.hold(podLimit);
    }

    boolean isSound() {
        return managed.stream().allMatch(Member::isSound);
    }

    /** What the containers would need at most at one time. */
    long aggregate() {
        return compute.unitsOf(ContainerAggregate.requests(candidate()));
    }

    /** The pod with its containers changed. */
    PodSpec candidate() {
        var edits = edits();
        // A request that only a limit stands for is in this spec, though not in the pod that is patched.
        for (var index : removed)
            edits.add(new Edit.Remove(ValueLocation.container(index), Edit.Side.REQUEST, compute));
        return new PodEdits(edits, List.of()).applyTo(spec);
    }

    List<Edit> edits() {
        var edits = new ArrayList<>(removals);
        for (var member : managed) edits.addAll(member.edits());
        return edits;
    }
}
