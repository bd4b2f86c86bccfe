package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.WorkloadEvent;
import java.time.Duration;
import java.util.List;

/**
 * What is to be done about a job, in this order: pods that are too many go without being counted, then the status is stored, then
 * finalizers go, then pods are deleted or made.
 *
 * @param discard pods that nobody counts: there are too many, or the job is suspended
 * @param release pods whose finalizer goes
 * @param delete pods of a job that has come to its end
 * @param create an index for each pod; -1 for one without
 * @param failures how often each index has failed, for the pods that are made
 * @param requeueAfter when time alone changes something; zero for never
 */
public record JobPlan(
        JobStatus status,
        List<ControlledPod> discard,
        List<ControlledPod> release,
        List<ControlledPod> delete,
        List<Integer> create,
        IndexFailures failures,
        List<WorkloadEvent> events,
        Duration requeueAfter) {
    public JobPlan {
        discard = List.copyOf(discard);
        release = List.copyOf(release);
        delete = List.copyOf(delete);
        create = List.copyOf(create);
        events = List.copyOf(events);
    }
}
