package dev.plimsoll.controllers.job;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.objects.workload.JobObject;
import java.time.Duration;
import java.util.Optional;

/** Deletes jobs that ended long enough ago, as they ask for with {@code ttlSecondsAfterFinished}. */
public final class FinishedJobs implements Controller {
    private final ControllerContext around;
    private final Cache<JobObject> jobs;

    public FinishedJobs(ControllerContext around) {
        this.around = around;
        this.jobs = around.informers().of(JobObject.KIND);
    }

    @Override
    public String name() {
        return "ttl_jobs_to_delete";
    }

    @Override
    public void follow(WorkQueue queue) {
        jobs.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<JobObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<JobObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<JobObject> _, CacheChange.Synced<JobObject> _ -> {}
            }
        });
    }

    private Optional<Duration> left(JobObject job) {
        return job.view().untilDeletion(around.time().instant());
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var left = jobs.find(key).flatMap(this::left);
        if (left.isEmpty()) return ReconcileResult.SETTLED;
        if (left.get().isPositive()) return ReconcileResult.again(left.get());
        // The cache may be old: somebody may have given the job more time.
        var answer = around.client().get(ApiResource.JOBS, key).map(JobObject::new);
        if (answer instanceof RequestResult.NotFound<JobObject>) return ReconcileResult.SETTLED;
        if (!(answer instanceof RequestResult.Done<JobObject>(var fresh)))
            return new ReconcileResult.Failed(answer.problem());
        var still = left(fresh);
        if (still.isEmpty()) return ReconcileResult.SETTLED;
        if (still.get().isPositive()) return ReconcileResult.again(still.get());
        var options = new DeleteOptions(-1, fresh.uid(), fresh.metadata().version(), "Foreground");
        var outcome = around.client().delete(ApiResource.JOBS, key, options);
        return outcome.isDeleted() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(outcome.problem());
    }
}
