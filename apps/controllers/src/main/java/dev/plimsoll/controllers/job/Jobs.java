package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.SlowStart;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;

/** Runs the pods of each job and counts how they end. */
public final class Jobs implements Controller {
    private final Surroundings around;
    private final Cache<Workload> jobs;
    private final Cache<PodView> allPods;
    private final OwnedPods pods;
    private final Events events;

    public Jobs(Surroundings around) {
        this.around = around;
        this.jobs = around.informers().of(Kinds.JOBS);
        this.allPods = around.informers().pods();
        this.events = around.events().apply("job-controller");
        this.pods = new OwnedPods(around, Kinds.JOBS, events);
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
    public Turn turn(ObjectName key) {
        var found = jobs.find(key);
        if (found.isEmpty()) return freeOrphans(key);
        var job = found.get();
        if (!job.spec()
                .path("managedBy")
                .asText("kubernetes.io/job-controller")
                .equals("kubernetes.io/job-controller")) {
            return Turn.SETTLED;
        }
        var upToDate = pods.isUpToDate(job);
        var claimed = pods.claim(job);
        if (!claimed.problem().isEmpty()) return new Turn.Failed(claimed.problem());
        var plan = JobDecision.decide(
                job, claimed.objects(), upToDate, around.time().instant());
        var problem = carryOut(job, plan);
        if (!problem.isEmpty()) return new Turn.Failed(problem);
        return upToDate ? Turn.again(plan.again()) : pods.whenOverdue();
    }

    private String carryOut(Workload job, JobPlan plan) {
        var discarded = SlowStart.together(
                plan.discard().size(), i -> discard(job, plan.discard().get(i)));
        if (!discarded.isEmpty() && isBad(discarded.getFirst()))
            return discarded.getFirst().problem();
        var unwritten = StatusWrite.ofChanged(around.client(), Kinds.JOBS, job, plan.status());
        if (!unwritten.isEmpty()) return unwritten;
        for (var note : plan.notes()) {
            if (note.isWarning()) events.warning(job.about(), note.reason(), note.message());
            else events.normal(job.about(), note.reason(), note.message());
        }
        var released = SlowStart.together(
                plan.release().size(), i -> release(plan.release().get(i)));
        for (var failure : released) if (isBad(failure)) return failure.problem();
        var deleted = SlowStart.together(
                plan.delete().size(), i -> pods.delete(job, plan.delete().get(i)));
        for (var failure : deleted) if (isBad(failure)) return failure.problem();
        var created = SlowStart.run(
                plan.create().size(),
                i -> pods.create(job, JobPods.pod(job, plan.create().get(i), plan.failures(), around.names())));
        return created.failures().stream()
                .filter(each -> !OwnedPods.isNamespaceGoing(each))
                .findFirst()
                .map(Outcome::problem)
                .orElse("");
    }

    private static boolean isBad(Outcome<ObjectNode> outcome) {
        return outcome instanceof Outcome.Refused<ObjectNode> || outcome instanceof Outcome.Unreachable<ObjectNode>;
    }

    /** Without its finalizer nobody counts it. */
    private Outcome<ObjectNode> discard(Workload job, PodView pod) {
        var outcome = release(pod);
        return isBad(outcome) ? outcome : pods.delete(job, pod);
    }

    private Outcome<ObjectNode> release(PodView pod) {
        var change = Json.object();
        var metadata = change.putObject("metadata").put("uid", pod.uid());
        metadata.putArray("$deleteFromPrimitiveList/finalizers").add(Tally.FINALIZER);
        return around.client().patch(Kinds.PODS, pod.name(), new Patch.Strategic(change));
    }

    /** Pods of a job that is gone, or that were released from it, would otherwise stay for ever. */
    private Turn freeOrphans(ObjectName key) {
        var stuck = allPods.found(Indexes.PODS_BY_NAMESPACE, key.namespace()).stream()
                .filter(pod -> pod.hasFinalizer(Tally.FINALIZER))
                .filter(pod -> pod.meta()
                        .controller()
                        .map(owner -> owner.kind().equals("Job") && owner.name().equals(key.name()))
                        .orElse(true))
                .toList();
        if (stuck.isEmpty()) return Turn.SETTLED;
        if (!(around.client().get(Kinds.JOBS, key) instanceof Outcome.NotFound<ObjectNode>)) {
            return new Turn.Failed("the cache does not show the job yet");
        }
        return freed(stuck);
    }

    private Turn freed(List<PodView> stuck) {
        for (var pod : stuck) {
            var outcome = release(pod);
            if (isBad(outcome)) return new Turn.Failed(outcome.problem());
        }
        return Turn.SETTLED;
    }
}
