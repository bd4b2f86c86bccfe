package dev.plimsoll.controllers.replicaset;

import dev.plimsoll.controllers.objects.PodView;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a replica set does about the number of its pods. */
public sealed interface Scaling {
    /** At most so many pods are made or deleted in one turn. */
    int BURST = 500;

    record Enough() implements Scaling {}

    record Create(int count) implements Scaling {}

    record Delete(List<PodView> pods) implements Scaling {
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
    static Scaling decide(int wanted, List<PodView> pods, Map<String, Integer> siblings, Instant now) {
        var active = pods.stream().filter(PodView::isActive).toList();
        var surplus = active.size() - wanted;
        if (surplus == 0) return new Enough();
        if (surplus < 0) return new Create(Math.min(-surplus, BURST));
        return new Delete(active.stream()
                .sorted(DeletionOrder.at(now, siblings))
                .limit(Math.min(surplus, BURST))
                .toList());
    }
}
