package dev.plimsoll.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.cronjob.CronJobDecision;
import dev.plimsoll.core.workloads.cronjob.CronJobPlan;
import dev.plimsoll.core.workloads.cronjob.OwnedJob;
import dev.plimsoll.objects.workload.CronJobObject;
import dev.plimsoll.objects.workload.CronJobStatusDraft;
import dev.plimsoll.objects.workload.JobObject;
import java.util.List;

/** Starts the jobs of each cron job when their time comes, and forgets old ones. */
public final class CronJobs implements Controller {
    private final ControllerContext around;
    private final Cache<CronJobObject> cronJobs;
    private final Cache<JobObject> jobs;
    private final Events events;

    public CronJobs(ControllerContext around) {
        this.around = around;
        this.cronJobs = around.informers().of(CronJobObject.KIND);
        this.jobs = around.informers().of(JobObject.KIND);
        this.events = around.events().apply("cronjob-controller");
    }

    @Override
    public String name() {
        return "cronjob";
    }

    @Override
    public void follow(WorkQueue queue) {
        cronJobs.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<CronJobObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<CronJobObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<CronJobObject> _, CacheChange.Synced<CronJobObject> _ -> {}
            }
        });
        jobs.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<JobObject>(var _, var job) -> owner(queue, job);
                case CacheChange.Updated<JobObject>(var _, var _, var job) -> owner(queue, job);
                case CacheChange.Removed<JobObject>(var _, var job) -> owner(queue, job);
                case CacheChange.Synced<JobObject> _ -> {}
            }
        });
    }

    private static void owner(WorkQueue queue, JobObject job) {
        job.metadata()
                .controller()
                .filter(owner -> owner.kind().equals("CronJob"))
                .ifPresent(owner -> queue.add(new ObjectName(job.name().namespace(), owner.name())));
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = cronJobs.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var cronJob = found.get();
        var mine = jobs.found(Indexes.BY_CONTROLLER, cronJob.uid());
        var plan = CronJobDecision.decide(
                cronJob.view(),
                mine.stream().map(JobObject::owned).toList(),
                around.time().instant());
        for (var old : plan.forget()) {
            var problem = deleted(cronJob, old);
            if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        }
        for (var running : plan.replace()) {
            var problem = deleted(cronJob, running);
            if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        }
        for (var event : plan.events()) events.publish(cronJob.about(), event);
        var status = cronJob.statusDraft()
                .lastSuccessfulTime(plan.lastSuccessfulTimeOrNull())
                .onlyActive(active(plan, mine));
        var problem = plan.startOrNull() == null ? "" : started(cronJob, status, plan.startOrNull());
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        var unwritten = StatusWrite.ofChanged(around.client(), ApiResource.CRON_JOBS, status);
        return unwritten.isEmpty() ? ReconcileResult.again(plan.requeueAfter()) : new ReconcileResult.Failed(unwritten);
    }

    private static List<JobObject> active(CronJobPlan plan, List<JobObject> jobs) {
        return plan.active().stream()
                .flatMap(active -> jobs.stream().filter(job -> job.uid().equals(active.uid())))
                .toList();
    }

    private String deleted(CronJobObject cronJob, OwnedJob job) {
        var options = new DeleteOptions(-1, job.uid(), "", "Background");
        var name = new ObjectName(cronJob.metadata().namespace(), job.name());
        return switch (around.client().delete(ApiResource.JOBS, name, options)) {
            case RequestResult.Done<ObjectNode> _ -> {
                events.normal(cronJob.about(), "SuccessfulDelete", "Deleted job " + job.name());
                yield "";
            }
            case RequestResult.NotFound<ObjectNode> _ -> "";
            case RequestResult<ObjectNode> failed -> {
                events.warning(cronJob.about(), "FailedDelete", "Deleted job: " + failed.problem());
                yield failed.problem();
            }
        };
    }

    /** Makes the job and adds it to the status. One that is there already was made by this controller before it could say so. */
    private String started(CronJobObject cronJob, CronJobStatusDraft status, CronJobPlan.Start start) {
        var made = around.client().create(ApiResource.JOBS, cronJob.job(start));
        switch (made) {
            case RequestResult.Done<ObjectNode>(var job) -> {
                events.normal(
                        cronJob.about(),
                        "SuccessfulCreate",
                        "Created job " + ObjectName.of(job).name());
                status.active(new JobObject(job));
            }
            case RequestResult.Conflict<ObjectNode> _ -> {}
            case RequestResult<ObjectNode> failed -> {
                events.warning(cronJob.about(), "FailedCreate", "Error creating job: " + failed.problem());
                return failed.problem();
            }
        }
        status.lastScheduleTime(start.scheduled());
        return "";
    }
}
