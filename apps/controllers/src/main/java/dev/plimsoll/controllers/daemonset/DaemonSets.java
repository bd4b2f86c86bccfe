package dev.plimsoll.controllers.daemonset;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.FailureBackoff;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.SlowStart;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.revisions.Revisions;
import dev.plimsoll.core.workloads.RequeueAfter;
import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision;
import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision.Observed;
import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision.Plan;
import dev.plimsoll.core.workloads.daemonset.DaemonSetStatus;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.workload.ControllerRevisionObject;
import dev.plimsoll.objects.workload.DaemonSetObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps one pod of each daemon set on every node where it belongs. */
public final class DaemonSets implements Controller {
    private static final int BURST = 250;

    private final ControllerContext around;
    private final Cache<DaemonSetObject> sets;
    private final Cache<NodeObject> nodes;
    private final OwnedPods pods;
    private final Revisions revisions;
    private final Events events;
    private final FailureBackoff backoff = new FailureBackoff();

    public DaemonSets(ControllerContext around) {
        this.around = around;
        this.sets = around.informers().of(DaemonSetObject.KIND);
        this.nodes = around.informers().of(NodeObject.KIND);
        this.events = around.events().apply("daemonset-controller");
        this.pods = new OwnedPods(around, DaemonSetObject.KIND, events);
        this.revisions = new Revisions(around, ApiResource.DAEMON_SETS);
    }

    @Override
    public String name() {
        return "daemonset";
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.follow(queue);
        revisions.follow(queue);
        nodes.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<NodeObject> _, CacheChange.Removed<NodeObject> _ -> wakeAll(queue);
                // Heartbeats say nothing about where pods belong.
                case CacheChange.Updated<NodeObject>(var _, var before, var now) -> {
                    var same = before.metadata().labels().equals(now.metadata().labels())
                            && before.taints().equals(now.taints());
                    if (!same) wakeAll(queue);
                }
                case CacheChange.Synced<NodeObject> _ -> {}
            }
        });
    }

    private void wakeAll(WorkQueue queue) {
        for (var set : sets.all()) queue.add(set.name());
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = sets.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var set = found.get();
        if (set.metadata().isBeingDeleted() || set.selector().isEmpty()) return ReconcileResult.SETTLED;
        var upToDate = pods.isUpToDate(set);
        var claimed = pods.claim(set);
        if (!claimed.problem().isEmpty()) return new ReconcileResult.Failed(claimed.problem());
        if (!(revisions.current(set) instanceof Revisions.Current.Found(var revision, var collisions))) {
            return new ReconcileResult.Failed("the revision of the current template cannot be written");
        }
        var now = around.time().instant();
        var observed = new Observed(
                set.spec(),
                claimed.objects(),
                nodes.all().stream().map(NodeObject::view).toList(),
                revision.hash(),
                backoff.resting(set.uid(), now),
                now);
        var problem = upToDate ? carryOut(set, DaemonSetDecision.decide(observed), revision.hash()) : "";
        var status = set.statusDraft().write(DaemonSetStatus.of(observed), collisions);
        var unwritten = StatusWrite.ofChanged(around.client(), ApiResource.DAEMON_SETS, status);
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        if (!unwritten.isEmpty()) return new ReconcileResult.Failed(unwritten);
        var kept = revisions.truncate(set, live(set, observed, revision));
        if (!kept.isEmpty()) return new ReconcileResult.Failed(kept);
        if (!upToDate) return pods.whenOverdue();
        return ReconcileResult.again(
                RequeueAfter.sooner(DaemonSetDecision.lookAgain(observed), backoff.next(set.uid(), now)));
    }

    private Set<String> live(DaemonSetObject set, Observed observed, ControllerRevisionObject current) {
        var hashes = new HashSet<String>();
        for (var pod : observed.pods())
            hashes.add(pod.meta().labels().getOrDefault(ControllerRevisionObject.POD_LABEL, ""));
        var names = new HashSet<>(List.of(current.metadata().name()));
        for (var revision : revisions.of(set))
            if (hashes.contains(revision.hash())) names.add(revision.metadata().name());
        return names;
    }

    private String carryOut(DaemonSetObject set, Plan plan, String hash) {
        for (var pod : plan.failed()) {
            backoff.failed(set.uid(), pod.anyNode(), around.time().instant());
            events.warning(
                    set.about(),
                    "FailedDaemonPod",
                    "Found failed daemon pod " + pod.qualifiedName() + " on node " + pod.anyNode()
                            + ", will try to kill it");
        }
        var deletions = Math.min(BURST, plan.delete().size());
        var failures = SlowStart.together(
                deletions, i -> pods.delete(set, plan.delete().get(i)));
        for (var failure : failures) {
            if (!failure.isDeleted()) return failure.problem();
        }
        var creations = Math.min(BURST, plan.createOn().size());
        var result = SlowStart.run(
                creations,
                i -> pods.create(
                        set,
                        set.pod(
                                        plan.createOn().get(i),
                                        hash,
                                        around.names().after(set.name().name() + "-"))
                                .document()));
        return result.failures().stream()
                .filter(each -> !OwnedPods.isNamespaceGoing(each))
                .findFirst()
                .map(RequestResult::problem)
                .orElse("");
    }
}
