package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.SlowStart;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.job.JobDecision;
import dev.plimsoll.core.workloads.job.JobPlan;
import dev.plimsoll.core.workloads.job.PodTally;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.workload.JobObject;
import java.util.List;

/** Runs the pods of each job and counts how they end. */
public final class Jobs implements Controller {
    private final ControllerContext around;
    private final Cache<JobObject> jobs;
    private final Cache<ControlledPod> allPods;
    private final OwnedPods pods;
    private final Events events;

    public Jobs(ControllerContext around) {
        this.around = around;
        this.jobs = around.informers().of(JobObject.KIND);
        this.allPods = around.informers().pods();
        this.events = around.events().apply("job-controller");
        this.pods = new OwnedPods(around, JobObject.KIND, events);
    }

    @Override
    public String name() {
        return "job";
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.follow(queue);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = jobs.find(key);
        if (found.isEmpty()) return freeOrphans(key);
        var job = found.get();
        if (!job.isManagedHere()) return ReconcileResult.SETTLED;
        var upToDate = pods.isUpToDate(job);
        var claimed = pods.claim(job);
        if (!claimed.problem().isEmpty()) return new ReconcileResult.Failed(claimed.problem());
        var plan = JobDecision.decide(
                job.view(), claimed.objects(), upToDate, around.time().instant());
        var problem = carryOut(job, plan);
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        return upToDate ? ReconcileResult.again(plan.requeueAfter()) : pods.whenOverdue();
    }

    private String carryOut(JobObject job, JobPlan plan) {
        var discarded = SlowStart.together(
                plan.discard().size(), i -> discard(job, plan.discard().get(i)));
        for (var failure : discarded) if (!failure.isDeleted()) return failure.problem();
        var unwritten = StatusWrite.ofChanged(
                around.client(), ApiResource.JOBS, job.statusDraft().write(plan.status()));
        if (!unwritten.isEmpty()) return unwritten;
        for (var event : plan.events()) events.publish(job.about(), event);
        var released = SlowStart.together(
                plan.release().size(), i -> release(plan.release().get(i)));
        for (var failure : released) if (isNotReleased(failure)) return failure.problem();
        var deleted = SlowStart.together(
                plan.delete().size(), i -> pods.delete(job, plan.delete().get(i)));
        for (var failure : deleted) if (!failure.isDeleted()) return failure.problem();
        var created = SlowStart.run(plan.create().size(), i -> pods.create(job, pod(job, plan, i)));
        return created.failures().stream()
                .filter(each -> !OwnedPods.isNamespaceGoing(each))
                .findFirst()
                .map(RequestResult::problem)
                .orElse("");
    }

    private ObjectNode pod(JobObject job, JobPlan plan, int i) {
        return job.pod(plan.create().get(i), plan.failures(), around.names()::after)
                .document();
    }

    /** Whether a finalizer may still be there: a conflict means that nothing was written, and nothing else brings the job back. */
    private static boolean isNotReleased(RequestResult<ObjectNode> outcome) {
        return !(outcome instanceof RequestResult.Done<ObjectNode>)
                && !(outcome instanceof RequestResult.NotFound<ObjectNode>);
    }

    /** Without its finalizer nobody counts it. */
    private RequestResult<ObjectNode> discard(JobObject job, ControlledPod pod) {
        var outcome = release(pod);
        return isNotReleased(outcome) ? outcome : pods.delete(job, pod);
    }

    private RequestResult<ObjectNode> release(ControlledPod pod) {
        var change = new ObjectChange(pod.uid()).withoutFinalizer(PodTally.FINALIZER);
        return around.client().patch(ApiResource.PODS, ObjectNames.of(pod), change.strategic());
    }

    /** Pods of a job that is gone, or that were released from it, would otherwise stay for ever. */
    private ReconcileResult freeOrphans(ObjectName key) {
        var stuck = allPods.found(Indexes.PODS_BY_NAMESPACE, key.namespace()).stream()
                .filter(pod -> pod.hasFinalizer(PodTally.FINALIZER))
                .filter(pod -> pod.meta()
                        .controller()
                        .map(owner -> owner.kind().equals("Job") && owner.name().equals(key.name()))
                        .orElse(true))
                .toList();
        if (stuck.isEmpty()) return ReconcileResult.SETTLED;
        if (!(around.client().get(ApiResource.JOBS, key) instanceof RequestResult.NotFound<ObjectNode>)) {
            return new ReconcileResult.Failed("the cache does not show the job yet");
        }
        return freed(stuck);
    }

    private ReconcileResult freed(List<ControlledPod> stuck) {
        for (var pod : stuck) {
            var outcome = release(pod);
            if (isNotReleased(outcome)) return new ReconcileResult.Failed(outcome.problem());
        }
        return ReconcileResult.SETTLED;
    }
}
