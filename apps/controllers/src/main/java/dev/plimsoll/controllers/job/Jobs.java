package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
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
        this.pods = new OwnedPods(around, JobObject.KIND, events, PodTally.FINALIZER);
    }

    @Override
    public String name() {
        return "job";
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.follow(queue);
        allPods.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ControlledPod>(var _, var now) -> wakeIfOrphaned(queue, now);
                case CacheChange.Updated<ControlledPod>(var _, var _, var now) -> wakeIfOrphaned(queue, now);
                case CacheChange.Removed<ControlledPod> _, CacheChange.Synced<ControlledPod> _ -> {}
            }
        });
    }

    /** The key without a name stands for the pods of a namespace that no job has any more. */
    private static void wakeIfOrphaned(WorkQueue queue, ControlledPod pod) {
        if (pod.meta().controller().isEmpty() && pod.hasFinalizer(PodTally.FINALIZER))
            queue.add(new ObjectName(pod.meta().namespace(), ""));
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = jobs.find(key);
        var problem = freeOrphans(key, found.map(JobObject::uid).orElse(""));
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        return found.filter(JobObject::isManagedHere).map(this::reconcile).orElse(ReconcileResult.SETTLED);
    }

    private ReconcileResult reconcile(JobObject job) {
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
        var status = job.statusDraft().write(plan.status());
        var unwritten = StatusWrite.ofChanged(around.client(), ApiResource.JOBS, status);
        if (!unwritten.isEmpty()) return unwritten;
        for (var event : plan.events()) events.publish(job.about(), event);
        var released = SlowStart.together(
                plan.release().size(), i -> release(plan.release().get(i)));
        for (var failure : released) if (isNotReleased(failure)) return failure.problem();
        var deleted = SlowStart.together(
                plan.delete().size(), i -> pods.delete(job, plan.delete().get(i)));
        for (var failure : deleted) if (!failure.isDeleted()) return failure.problem();
        if (plan.create().isEmpty()) return "";
        // A write that went through shows that the job was as the server has it.
        var stale = status.differsFrom(job) ? "" : staleness(job);
        if (!stale.isEmpty()) return stale;
        var created = SlowStart.run(plan.create().size(), i -> pods.create(job, pod(job, plan, i)));
        return created.failures().stream()
                .filter(each -> !OwnedPods.isNamespaceGoing(each))
                .findFirst()
                .map(RequestResult::problem)
                .orElse("");
    }

    /**
     * Why the job that was decided on is not the one that the server has; empty if it is. A pod that was counted and let go since looks,
     * beside the job of before, like one that was never there: its work would be done twice.
     */
    private String staleness(JobObject job) {
        return switch (around.client().get(ApiResource.JOBS, job.name())) {
            case RequestResult.Done<ObjectNode>(var document) ->
                new JobObject(document)
                                .metadata()
                                .version()
                                .equals(job.metadata().version())
                        ? ""
                        : "the cache does not show the newest job yet";
            case RequestResult<ObjectNode> failed -> failed.problem();
        };
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

    /**
     * Pods of a job that is gone, or that were released from it, would otherwise stay for ever; also where another job has the name by now.
     *
     * @param uid of the job that the cache shows; empty if it shows none
     */
    private String freeOrphans(ObjectName key, String uid) {
        var stuck = notOf(uid, allPods.found(Indexes.PODS_BY_TRACKING_JOB, Indexes.trackingJob(key)));
        if (stuck.isEmpty() || key.name().isEmpty()) return freed(stuck);
        // The cache may be old: the pods may belong to a job that it does not show yet.
        return switch (around.client().get(ApiResource.JOBS, key)) {
            case RequestResult.NotFound<ObjectNode> _ -> freed(stuck);
            case RequestResult.Done<ObjectNode>(var document) -> freed(notOf(new JobObject(document).uid(), stuck));
            case RequestResult<ObjectNode> failed -> failed.problem();
        };
    }

    private static List<ControlledPod> notOf(String uid, List<ControlledPod> pods) {
        return pods.stream().filter(pod -> !pod.meta().isControlledBy(uid)).toList();
    }

    private String freed(List<ControlledPod> stuck) {
        for (var pod : stuck) {
            // A job may have adopted it since: without the finalizer, that job would take it for one that was let go.
            var unchanged = ObjectChange.withoutFinalizer(pod.meta(), PodTally.FINALIZER);
            var outcome = around.client().patch(ApiResource.PODS, ObjectNames.of(pod), unchanged);
            if (isNotReleased(outcome)) return outcome.problem();
        }
        return "";
    }
}
