package dev.plimsoll.controllers.daemonset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.daemonset.DaemonSetDecision.Observed;
import dev.plimsoll.controllers.daemonset.DaemonSetDecision.Plan;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.SlowStart;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.revisions.Revision;
import dev.plimsoll.controllers.revisions.Revisions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps one pod of each daemon set on every node where it belongs. */
public final class DaemonSets implements Controller {
    private static final int BURST = 250;

    private final Surroundings around;
    private final Cache<Workload> sets;
    private final Cache<Workload> nodes;
    private final OwnedPods pods;
    private final Revisions revisions;
    private final Events events;
    private final FailureRests rests = new FailureRests();

    public DaemonSets(Surroundings around) {
        this.around = around;
        this.sets = around.informers().of(Kinds.DAEMON_SETS);
        this.nodes = around.informers().of(Kinds.NODES);
        this.events = around.events().apply("daemonset-controller");
        this.pods = new OwnedPods(around, Kinds.DAEMON_SETS, events);
        this.revisions = new Revisions(around, Kinds.DAEMON_SETS);
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
                case Change.Added<Workload> _, Change.Removed<Workload> _ -> wakeAll(queue);
                // Heartbeats say nothing about where pods belong.
                case Change.Updated<Workload>(var _, var before, var now) -> {
                    var same = before.meta().labels().equals(now.meta().labels())
                            && Taint.of(before.document()).equals(Taint.of(now.document()));
                    if (!same) wakeAll(queue);
                }
                case Change.Synced<Workload> _ -> {}
            }
        });
    }

    private void wakeAll(WorkQueue queue) {
        for (var set : sets.all()) queue.add(set.name());
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = sets.find(key);
        if (found.isEmpty()) return Turn.SETTLED;
        var set = found.get();
        if (set.meta().isBeingDeleted() || set.selector().isEmpty()) return Turn.SETTLED;
        var upToDate = pods.isUpToDate(set);
        var claimed = pods.claim(set);
        if (!claimed.problem().isEmpty()) return new Turn.Failed(claimed.problem());
        if (!(revisions.current(set) instanceof Revisions.Current.Found(var revision, var collisions))) {
            return new Turn.Failed("the revision of the current template cannot be written");
        }
        var now = around.time().instant();
        var observed =
                new Observed(set, claimed.objects(), nodes.all(), revision.hash(), rests.resting(set.uid(), now), now);
        var problem = upToDate ? carryOut(set, DaemonSetDecision.decide(observed), revision.hash()) : "";
        var status = DaemonSetStatus.of(observed, collisions);
        var unwritten = StatusWrite.ofChanged(around.client(), Kinds.DAEMON_SETS, set, status);
        if (!problem.isEmpty()) return new Turn.Failed(problem);
        if (!unwritten.isEmpty()) return new Turn.Failed(unwritten);
        var kept = revisions.truncate(set, live(set, observed, revision));
        if (!kept.isEmpty()) return new Turn.Failed(kept);
        if (!upToDate) return pods.whenOverdue();
        return Turn.again(Times.sooner(DaemonSetDecision.lookAgain(observed), rests.next(set.uid(), now)));
    }

    private Set<String> live(Workload set, Observed observed, Revision current) {
        var hashes = new HashSet<String>();
        for (var pod : observed.pods()) hashes.add(pod.meta().labels().getOrDefault(Revision.POD_LABEL, ""));
        var names = new HashSet<>(List.of(current.name()));
        for (var revision : revisions.of(set)) if (hashes.contains(revision.hash())) names.add(revision.name());
        return names;
    }

    private String carryOut(Workload set, Plan plan, String hash) {
        for (var pod : plan.failed()) {
            rests.failed(set.uid(), pod.anyNode(), around.time().instant());
            events.warning(
                    set.about(),
                    "FailedDaemonPod",
                    "Found failed daemon pod " + pod.name() + " on node " + pod.anyNode() + ", will try to kill it");
        }
        var deletions = Math.min(BURST, plan.delete().size());
        var failures = SlowStart.together(
                deletions, i -> pods.delete(set, plan.delete().get(i)));
        for (var failure : failures) {
            if (failure instanceof Outcome.Refused<ObjectNode> || failure instanceof Outcome.Unreachable<ObjectNode>) {
                return failure.problem();
            }
        }
        var creations = Math.min(BURST, plan.createOn().size());
        var result = SlowStart.run(
                creations,
                i -> pods.create(
                        set,
                        Placement.pod(
                                set,
                                plan.createOn().get(i),
                                hash,
                                around.names().after(set.name().name() + "-"))));
        return result.failures().stream()
                .filter(each -> !OwnedPods.isNamespaceGoing(each))
                .findFirst()
                .map(Outcome::problem)
                .orElse("");
    }
}
