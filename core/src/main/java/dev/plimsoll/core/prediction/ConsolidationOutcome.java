package dev.plimsoll.core.prediction;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which nodes of a cluster can be done without.
 *
 * @param nodes how many there are
 * @param lowerBound how many are needed at least, by volume
 * @param drained those that can go, in an order in which they can be drained
 * @param kept why the others stay, by node
 * @param moved how many pods come to be elsewhere
 * @param moves how often a pod is moved: one that comes to a node that is drained later moves again
 * @param doubtful pods that move and of which it is not known whether they can, such as pods with volumes
 * @param capacity without those that go
 */
public record ConsolidationOutcome(
        int nodes,
        int lowerBound,
        List<String> drained,
        SortedMap<String, String> kept,
        int moved,
        int moves,
        List<String> doubtful,
        ClusterCapacity capacity) {
    public ConsolidationOutcome {
        drained = List.copyOf(drained);
        kept = Collections.unmodifiableSortedMap(new TreeMap<>(kept));
        doubtful = List.copyOf(doubtful);
    }

    public int needed() {
        return nodes - drained.size();
    }
}
