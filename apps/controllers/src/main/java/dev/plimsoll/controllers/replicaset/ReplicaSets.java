package dev.plimsoll.controllers.replicaset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
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
import dev.plimsoll.core.workloads.RequeueAfter;
import dev.plimsoll.core.workloads.replicaset.ReplicaSetDecision;
import dev.plimsoll.core.workloads.replicaset.ReplicaSetStatus;
import dev.plimsoll.core.workloads.replicaset.ReplicaSetStatus.Failure;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the number of pods of each object of a kind that asks for nothing but a number: ReplicaSet or ReplicationController. */
public final class ReplicaSets implements Controller {
    private final ControllerContext around;
    private final ReplicaKind kind;
    private final Cache<ReplicaSetObject> sets;
    private final OwnedPods pods;
    private final Events events;

    /** Those of the kind that deployments make. */
    public ReplicaSets(ControllerContext around) {
        this(around, ReplicaKind.REPLICA_SET);
    }

    public ReplicaSets(ControllerContext around, ReplicaKind kind) {
        this.around = around;
        this.kind = kind;
        this.sets = around.informers().of(kind.objects());
        this.events = around.events().apply(kind.eventSource());
        this.pods = new OwnedPods(around, kind.objects(), events);
    }

    @Override
    public String name() {
        return kind.queue();
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.follow(queue);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = sets.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var set = found.get();
        var upToDate = pods.isUpToDate(set);
        var claimed = pods.claim(set);
        if (!claimed.problem().isEmpty()) return new ReconcileResult.Failed(claimed.problem());
        var mine = claimed.objects();
        var now = around.time().instant();
        var failure = Failure.NONE;
        var observes = upToDate;
        var wait = Duration.ZERO;
        if (upToDate && !set.metadata().isBeingDeleted()) {
            var scaling = ReplicaSetDecision.decide(set.replicas(), mine, siblings(set, mine), now);
            failure = carryOut(set, scaling);
            observes = !(scaling instanceof ReplicaSetDecision.Create || scaling instanceof ReplicaSetDecision.Delete)
                    || !failure.message().isEmpty();
            if (scaling instanceof ReplicaSetDecision.Wait(var until)) wait = until.left();
        }
        var status = ReplicaSetStatus.of(
                mine, set.minReadySeconds(), set.template().labels(), set.conditions(), failure, now);
        var problem = StatusWrite.ofChanged(
                around.client(), kind.objects().resource(), set.statusDraft().write(status, observes));
        if (!failure.message().isEmpty()) return new ReconcileResult.Failed(failure.message());
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        return upToDate ? ReconcileResult.again(RequeueAfter.sooner(status.requeueAfter(), wait)) : pods.whenOverdue();
    }

    /** Active pods by node, of this set and of those with the same owner. */
    private Map<String, Integer> siblings(ReplicaSetObject set, List<ControlledPod> mine) {
        var counts = new HashMap<String, Integer>();
        for (var pod : mine) count(counts, pod);
        set.metadata().controller().ifPresent(owner -> {
            for (var sibling : sets.found(Indexes.BY_CONTROLLER, owner.uid())) {
                if (sibling.uid().equals(set.uid())) continue;
                for (var pod : pods.controlledBy(sibling.uid())) count(counts, pod);
            }
        });
        return counts;
    }

    private static void count(Map<String, Integer> counts, ControlledPod pod) {
        if (pod.isActive() && !pod.node().isEmpty()) counts.merge(pod.node(), 1, Integer::sum);
    }

    private Failure carryOut(ReplicaSetObject set, ReplicaSetDecision scaling) {
        return switch (scaling) {
            case ReplicaSetDecision.Enough() -> Failure.NONE;
            case ReplicaSetDecision.Wait(var until) -> {
                var refused = until.refused();
                events.warning(
                        set.about(),
                        "RefusedByNode",
                        "Pod " + refused.name() + " was refused by node " + refused.node() + " ("
                                + refused.ending().reason()
                                + "); another is made after a pause that grows with each refusal");
                yield Failure.NONE;
            }
            case ReplicaSetDecision.Create(var count) -> {
                var result = SlowStart.run(count, _ -> pods.create(set, pod(set)));
                var real = result.failures().stream()
                        .filter(each -> !OwnedPods.isNamespaceGoing(each))
                        .findFirst();
                yield real.map(each -> new Failure("FailedCreate", each.problem()))
                        .orElse(Failure.NONE);
            }
            case ReplicaSetDecision.Delete(var surplus) -> {
                var failures = SlowStart.together(surplus.size(), i -> pods.delete(set, surplus.get(i)));
                yield failures.stream()
                        .filter(each -> !each.isDeleted())
                        .findFirst()
                        .map(each -> new Failure("FailedDelete", each.problem()))
                        .orElse(Failure.NONE);
            }
        };
    }

    private ObjectNode pod(ReplicaSetObject set) {
        var base = set.metadata().name() + "-";
        var pod = PodDraft.of(set, set.template(), around.names().after(base));
        pod.metadata().generateName(base);
        return pod.document();
    }
}
