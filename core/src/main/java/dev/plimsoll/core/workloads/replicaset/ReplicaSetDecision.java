package dev.plimsoll.core.workloads.replicaset;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RefusalBackoff;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a replica set does about the number of its pods. */
public sealed interface ReplicaSetDecision {
    /** At most so many pods are made or deleted in one reconcile. */
    int BURST = 500;

    record Enough() implements ReplicaSetDecision {}

    record Create(int count) implements ReplicaSetDecision {}

    /** There are too few, and nodes have just refused others. */
    record Wait(RefusalBackoff.Wait until) implements ReplicaSetDecision {}

    record Delete(List<ControlledPod> pods) implements ReplicaSetDecision {
        public Delete {
            pods = List.copyOf(pods);
        }
    }

    /**
     * Decides.
     *
     * @param wanted how many active pods there are to be
     * @param pods all that belong to the set
     * @param siblings active pods by node, of all sets of the same deployment
     */
    static ReplicaSetDecision decide(int wanted, List<ControlledPod> pods, Map<String, Integer> siblings, Instant now) {
        var active = pods.stream().filter(ControlledPod::isActive).toList();
        var surplus = active.size() - wanted;
        if (surplus == 0) return new Enough();
        if (surplus < 0) {
            return RefusalBackoff.of(pods, now)
                    .<ReplicaSetDecision>map(Wait::new)
                    .orElseGet(() -> new Create(Math.min(-surplus, BURST)));
        }
        return new Delete(active.stream()
                .sorted(DeletionOrder.at(now, siblings))
                .limit(Math.min(surplus, BURST))
                .toList());
    }
}
