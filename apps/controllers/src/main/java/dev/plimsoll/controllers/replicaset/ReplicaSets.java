package dev.plimsoll.controllers.replicaset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.SlowStart;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.replicaset.ReplicaSetStatus.Failure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the number of pods of each replica set. */
public final class ReplicaSets implements Controller {
    private final Surroundings around;
    private final Cache<Workload> sets;
    private final OwnedPods pods;

    public ReplicaSets(Surroundings around) {
        this.around = around;
        this.sets = around.informers().of(Kinds.REPLICA_SETS);
        this.pods = new OwnedPods(around, Kinds.REPLICA_SETS, around.events().apply("replicaset-controller"));
    }

    @Override
    public String name() {
        return "replicaset";
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.follow(queue);
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = sets.find(key);
        if (found.isEmpty()) return Turn.SETTLED;
        var set = found.get();
        var upToDate = pods.isUpToDate(set);
        var claimed = pods.claim(set);
        if (!claimed.problem().isEmpty()) return new Turn.Failed(claimed.problem());
        var mine = claimed.objects();
        var now = around.time().instant();
        var failure = Failure.NONE;
        var observes = upToDate;
        if (upToDate && !set.meta().isBeingDeleted()) {
            var scaling = Scaling.decide(set.number("replicas", 1), mine, siblings(set, mine), now);
            failure = carryOut(set, scaling);
            observes = scaling instanceof Scaling.Enough || !failure.message().isEmpty();
        }
        var status = ReplicaSetStatus.of(set, mine, observes, failure, now);
        var problem = StatusWrite.ofChanged(around.client(), Kinds.REPLICA_SETS, set, status.document());
        if (!failure.message().isEmpty()) return new Turn.Failed(failure.message());
        if (!problem.isEmpty()) return new Turn.Failed(problem);
        return upToDate ? Turn.again(status.again()) : pods.whenOverdue();
    }

    /** Active pods by node, of this set and of those with the same owner. */
    private Map<String, Integer> siblings(Workload set, List<PodView> mine) {
        var counts = new HashMap<String, Integer>();
        for (var pod : mine) count(counts, pod);
        set.meta().controller().ifPresent(owner -> {
            for (var sibling : sets.found(Indexes.BY_CONTROLLER, owner.uid())) {
                if (sibling.uid().equals(set.uid())) continue;
                for (var pod : pods.controlledBy(sibling.uid())) count(counts, pod);
            }
        });
        return counts;
    }

    private static void count(Map<String, Integer> counts, PodView pod) {
        if (pod.isActive() && !pod.node().isEmpty()) counts.merge(pod.node(), 1, Integer::sum);
    }

    private Failure carryOut(Workload set, Scaling scaling) {
        return switch (scaling) {
            case Scaling.Enough() -> Failure.NONE;
            case Scaling.Create(var count) -> {
                var result = SlowStart.run(count, _ -> pods.create(set, pod(set)));
                var real = result.failures().stream()
                        .filter(each -> !OwnedPods.isNamespaceGoing(each))
                        .findFirst();
                yield real.map(each -> new Failure("FailedCreate", each.problem()))
                        .orElse(Failure.NONE);
            }
            case Scaling.Delete(var surplus) -> {
                var failures = SlowStart.together(surplus.size(), i -> pods.delete(set, surplus.get(i)));
                yield failures.stream()
                        .filter(ReplicaSets::isRefused)
                        .findFirst()
                        .map(each -> new Failure("FailedDelete", each.problem()))
                        .orElse(Failure.NONE);
            }
        };
    }

    private static boolean isRefused(Outcome<ObjectNode> outcome) {
        return outcome instanceof Outcome.Refused<ObjectNode> || outcome instanceof Outcome.Unreachable<ObjectNode>;
    }

    private ObjectNode pod(Workload set) {
        var base = set.name().name() + "-";
        var pod = Templates.pod(set, set.template(), around.names().after(base));
        pod.withObject("/metadata").put("generateName", base);
        return pod;
    }
}
