package dev.plimsoll.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.Workload;

/** Starts the jobs of each cron job when their time comes, and forgets old ones. */
public final class CronJobs implements Controller {
    private final Surroundings around;
    private final Cache<Workload> cronJobs;
    private final Cache<Workload> jobs;
    private final Events events;

    public CronJobs(Surroundings around) {
        this.around = around;
        this.cronJobs = around.informers().of(Kinds.CRON_JOBS);
        this.jobs = around.informers().of(Kinds.JOBS);
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
                case Change.Added<Workload>(var name, var _) -> queue.add(name);
                case Change.Updated<Workload>(var name, var _, var _) -> queue.add(name);
                case Change.Removed<Workload> _, Change.Synced<Workload> _ -> {}
            }
        });
        jobs.subscribe(change -> {
            switch (change) {
                case Change.Added<Workload>(var _, var job) -> owner(queue, job);
                case Change.Updated<Workload>(var _, var _, var job) -> owner(queue, job);
                case Change.Removed<Workload>(var _, var job) -> owner(queue, job);
                case Change.Synced<Workload> _ -> {}
            }
        });
    }

    private static void owner(WorkQueue queue, Workload job) {
        job.meta()
                .controller()
                .filter(owner -> owner.kind().equals("CronJob"))
                .ifPresent(owner -> queue.add(new ObjectName(job.name().namespace(), owner.name())));
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = cronJobs.find(key);
        if (found.isEmpty()) return Turn.SETTLED;
        var cronJob = found.get();
        var mine = jobs.found(Indexes.BY_CONTROLLER, cronJob.uid());
        var plan = CronDecision.decide(cronJob, mine, around.time().instant());
        for (var old : plan.forget()) {
            var problem = deleted(cronJob, old);
            if (!problem.isEmpty()) return new Turn.Failed(problem);
        }
        for (var running : plan.replace()) {
            var problem = deleted(cronJob, running);
            if (!problem.isEmpty()) return new Turn.Failed(problem);
        }
        for (var note : plan.notes()) {
            if (note.isWarning()) events.warning(cronJob.about(), note.reason(), note.message());
            else events.normal(cronJob.about(), note.reason(), note.message());
        }
        var problem =
                plan.startOrNone().map(start -> started(cronJob, plan, start)).orElse("");
        if (!problem.isEmpty()) return new Turn.Failed(problem);
        var unwritten = StatusWrite.ofChanged(around.client(), Kinds.CRON_JOBS, cronJob, plan.status());
        return unwritten.isEmpty() ? Turn.again(plan.again()) : new Turn.Failed(unwritten);
    }

    private String deleted(Workload cronJob, Workload job) {
        var options = new DeleteOptions(-1, job.uid(), "", "Background");
        return switch (around.client().delete(Kinds.JOBS, job.name(), options)) {
            case Outcome.Done<ObjectNode> _ -> {
                events.normal(
                        cronJob.about(),
                        "SuccessfulDelete",
                        "Deleted job " + job.name().name());
                yield "";
            }
            case Outcome.NotFound<ObjectNode> _ -> "";
            case Outcome<ObjectNode> failed -> {
                events.warning(cronJob.about(), "FailedDelete", "Deleted job: " + failed.problem());
                yield failed.problem();
            }
        };
    }

    /** Makes the job and adds it to the status. One that is there already was made by this controller before it could say so. */
    private String started(Workload cronJob, CronPlan plan, CronPlan.Start start) {
        var made = around.client().create(Kinds.JOBS, start.job());
        switch (made) {
            case Outcome.Done<ObjectNode>(var job) -> {
                var name = job.at("/metadata/name").asText();
                events.normal(cronJob.about(), "SuccessfulCreate", "Created job " + name);
                plan.status().withArray("/active").add(JobOf.reference(Workload.of(job)));
            }
            case Outcome.Conflict<ObjectNode> _ -> {}
            case Outcome<ObjectNode> failed -> {
                events.warning(cronJob.about(), "FailedCreate", "Error creating job: " + failed.problem());
                return failed.problem();
            }
        }
        plan.status().put("lastScheduleTime", start.scheduled());
        return "";
    }
}
