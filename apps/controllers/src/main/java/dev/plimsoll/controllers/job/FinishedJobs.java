package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Deletes jobs that ended long enough ago, as they ask for with {@code ttlSecondsAfterFinished}. */
public final class FinishedJobs implements Controller {
    private final Surroundings around;
    private final Cache<Workload> jobs;

    public FinishedJobs(Surroundings around) {
        this.around = around;
        this.jobs = around.informers().of(Kinds.JOBS);
    }

    @Override
    public String name() {
        return "ttl_jobs_to_delete";
    }

    @Override
    public void follow(WorkQueue queue) {
        jobs.subscribe(change -> {
            switch (change) {
                case Change.Added<Workload>(var name, var _) -> queue.add(name);
                case Change.Updated<Workload>(var name, var _, var _) -> queue.add(name);
                case Change.Removed<Workload> _, Change.Synced<Workload> _ -> {}
            }
        });
    }

    /** How long a job may still stay; empty for as long as it likes. */
    static Optional<Duration> left(Workload job, Instant now) {
        var ttl = job.spec().path("ttlSecondsAfterFinished");
        if (!ttl.isNumber() || job.meta().isBeingDeleted()) return Optional.empty();
        return new JobView(job).finished().map(end -> Duration.between(now, end.plusSeconds(ttl.asLong())));
    }

    @Override
    public Turn turn(ObjectName key) {
        var left = jobs.find(key).flatMap(job -> left(job, around.time().instant()));
        if (left.isEmpty()) return Turn.SETTLED;
        if (left.get().isPositive()) return Turn.again(left.get());
        // The cache may be old: somebody may have given the job more time.
        var fresh = around.client().get(Kinds.JOBS, key).done().map(Workload::of);
        var still = fresh.flatMap(job -> left(job, around.time().instant()));
        if (fresh.isEmpty() || still.isEmpty()) return Turn.SETTLED;
        if (still.get().isPositive()) return Turn.again(still.get());
        var options =
                new DeleteOptions(-1, fresh.get().uid(), fresh.get().meta().version(), "Foreground");
        var outcome = around.client().delete(Kinds.JOBS, key, options);
        return outcome instanceof Outcome.Done<ObjectNode> || outcome instanceof Outcome.NotFound<ObjectNode>
                ? Turn.SETTLED
                : new Turn.Failed(outcome.problem());
    }
}
