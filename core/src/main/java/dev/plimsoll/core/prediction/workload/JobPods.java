package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.job.Job;
import dev.plimsoll.core.workloads.job.JobDecision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A Job. Its pods do not come to their end: there are as many as may run at once and are still needed. */
final class JobPods implements PredictedWorkload {
    private final WorkloadSpec.OfJob spec;
    private Job job;

    JobPods(WorkloadSpec.OfJob spec) {
        this.spec = spec;
        this.job = spec.job();
    }

    @Override
    public String id() {
        return spec.id();
    }

    @Override
    public Collection<String> controllers() {
        return Set.of(spec.meta().uid());
    }

    @Override
    public Optional<RequestedPod> replacement(ControlledPod lost) {
        return Optional.of(new RequestedPod(spec.id(), spec.meta().uid(), "", lost.name(), "", ""));
    }

    @Override
    public List<WorkloadStep> reconcile(WorkloadContext context) {
        var plan = JobDecision.decide(job, context.podsOf(spec.meta().uid()), true, context.now());
        job = new Job(job.isBeingDeleted(), job.spec(), plan.status());
        var steps = new ArrayList<WorkloadStep>();
        Stream.concat(plan.discard().stream(), plan.delete().stream())
                .map(ControlledPod::uid)
                .distinct()
                .forEach(uid -> steps.add(new WorkloadStep.Delete(uid, false)));
        for (var index : plan.create()) {
            var base = spec.meta().name() + (index < 0 ? "" : "-" + index);
            steps.add(new WorkloadStep.Create(new RequestedPod(
                    spec.id(), spec.meta().uid(), index < 0 ? "" : "" + index, context.newName(base), "", "")));
        }
        return steps;
    }
}
