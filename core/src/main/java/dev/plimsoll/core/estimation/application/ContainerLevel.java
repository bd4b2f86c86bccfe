package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodEdits.Note;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.capping.ProportionalLimit;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.Pod;
import java.util.ArrayList;
import java.util.List;

/** Recommendations written to the containers alone, as upstream does it. */
public final class ContainerLevel {
    private final ResourcePolicy policy;
    private final NamespaceRanges context;
    private final boolean isBelowLimits;

    /** With requests that may, or may not, reach limits which stay as they are. */
    public ContainerLevel(ResourcePolicy policy, NamespaceRanges context, boolean isBelowLimits) {
        this.policy = policy;
        this.context = context;
        this.isBelowLimits = isBelowLimits;
    }

    /** Each regular container with a recommendation gets its target; limits follow in proportion, unless they are left. */
    public PodEdits apply(Pod pod, List<ContainerEstimate> recommended) {
        var applicable = recommended.stream()
                .filter(estimate -> policy.of(estimate.containerName()).mode() == ContainerMode.AUTO)
                .toList();
        var capped = new PodCaps(policy, context).below(isBelowLimits).apply(pod, applicable);
        var edits = new ArrayList<Edit>();
        var notes = new ArrayList<Note>();
        for (var i = 0; i < pod.spec().containers().size(); i++) {
            var name = pod.spec().containers().get(i).name();
            var estimate = capped.estimates().get(name);
            if (estimate == null) continue;
            for (var note : capped.notes().getOrDefault(name, List.of()))
                notes.add(new Note(ValueLocation.container(i), note));
            write(pod, i, estimate, edits, notes);
        }
        return new PodEdits(edits, notes);
    }

    private void write(Pod pod, int index, Estimate estimate, List<Edit> edits, List<Note> notes) {
        var container = pod.spec().containers().get(index);
        var place = ValueLocation.container(index);
        for (var compute : Compute.ALL) {
            if (!estimate.target().contains(compute.resource())) continue;
            var request = compute.unitsOf(estimate.target());
            edits.add(Edit.request(place, compute, request));
            if (policy.of(container.name()).leavesLimits()) continue;
            var before = context.before(compute, PodCaps.current(pod, container));
            var own = policy.of(container.name());
            ProportionalLimit.of(before, request).ifPresent(proportional -> {
                var limit = own.maxAllowedScope().hold(compute, own.maxAllowed(), proportional, request);
                edits.add(Edit.limit(place, compute, limit));
                if (limit == Long.MAX_VALUE) notes.add(new Note(place, ProportionalLimit.CAPPED_TO_INT64));
            });
        }
    }
}
