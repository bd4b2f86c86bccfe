package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.view.PlacementNode;
import java.util.HashMap;
import java.util.Map;

/** Counts by the values that nodes have for a label; values without any are not there. */
public final class Domains {
    /** By label, then by value: a node has one value of each label, however many there are. */
    private final Map<String, Map<String, Long>> counts;

    public Domains() {
        this(new HashMap<>());
    }

    private Domains(Map<String, Map<String, Long>> counts) {
        this.counts = counts;
    }

    public Domains copy() {
        var copy = new HashMap<String, Map<String, Long>>();
        counts.forEach((key, values) -> copy.put(key, new HashMap<>(values)));
        return new Domains(copy);
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Adds to the value that a node has for a label; a node without the label is in no domain. */
    public void add(String key, PlacementNode node, long change) {
        var value = node.labels().get(key);
        if (value == null || change == 0) return;
        var values = counts.computeIfAbsent(key, _ -> new HashMap<>());
        if (values.merge(value, change, Long::sum) != 0) return;
        values.remove(value);
        if (values.isEmpty()) counts.remove(key);
    }

    public long at(String key, PlacementNode node) {
        var value = node.labels().get(key);
        var values = value == null ? null : counts.get(key);
        return values == null ? 0 : values.getOrDefault(value, 0L);
    }

    /** The sum over all labels of what the node's values have. */
    public long sumAt(PlacementNode node) {
        var sum = 0L;
        for (var entry : counts.entrySet()) {
            var value = node.labels().get(entry.getKey());
            if (value != null) sum += entry.getValue().getOrDefault(value, 0L);
        }
        return sum;
    }
}
