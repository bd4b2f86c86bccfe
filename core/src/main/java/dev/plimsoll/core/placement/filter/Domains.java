package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.view.PlacementNode;
import java.util.HashMap;
import java.util.Map;

/** Counts by the values that nodes have for a label; values without any are not there. */
public final class Domains {
    /** One value of one label. */
    private record Domain(String key, String value) {}

    private final Map<Domain, Long> counts;

    public Domains() {
        this(new HashMap<>());
    }

    private Domains(Map<Domain, Long> counts) {
        this.counts = counts;
    }

    public Domains copy() {
        return new Domains(new HashMap<>(counts));
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Adds to the value that a node has for a label; a node without the label is in no domain. */
    public void add(String key, PlacementNode node, long change) {
        var value = node.labels().get(key);
        if (value == null || change == 0) return;
        var domain = new Domain(key, value);
        var sum = counts.merge(domain, change, Long::sum);
        if (sum == 0) counts.remove(domain);
    }

    public long at(String key, PlacementNode node) {
        var value = node.labels().get(key);
        return value == null ? 0 : counts.getOrDefault(new Domain(key, value), 0L);
    }

    /** The sum over all labels of what the node's values have. */
    public long sumAt(PlacementNode node) {
        var sum = 0L;
        for (var entry : counts.entrySet()) {
            if (entry.getKey().value().equals(node.labels().get(entry.getKey().key()))) sum += entry.getValue();
        }
        return sum;
    }
}
