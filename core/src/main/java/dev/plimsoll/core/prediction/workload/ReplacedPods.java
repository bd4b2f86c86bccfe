package dev.plimsoll.core.prediction.workload;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A controller that nobody here knows: what it loses comes again. */
final class ReplacedPods implements PredictedWorkload {
    private final WorkloadSpec.OfOther other;

    ReplacedPods(WorkloadSpec.OfOther other) {
        this.other = other;
    }

    @Override
    public String id() {
        return other.id();
    }

    @Override
    public Collection<String> controllers() {
        return Set.of(other.meta().uid());
    }

    @Override
    public List<WorkloadStep> reconcile(WorkloadContext context) {
        var steps = new ArrayList<WorkloadStep>();
        for (var lost : context.lost(other.id())) steps.add(create(lost, context));
        return steps;
    }

    private WorkloadStep create(String like, WorkloadContext context) {
        var name = context.newName(other.meta().name());
        return new WorkloadStep.Create(new RequestedPod(other.id(), other.meta().uid(), "", name, "", like));
    }
}
