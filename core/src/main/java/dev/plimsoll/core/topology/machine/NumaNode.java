package dev.plimsoll.core.topology.machine;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One NUMA node, be it without CPUs or without memory.
 *
 * @param memoryBytes all of its memory, huge pages included
 * @param hugePages how many pages of which size in bytes
 * @param distances to the node of each id; empty where the machine does not tell
 */
public record NumaNode(int id, long memoryBytes, SortedMap<Long, Long> hugePages, List<Integer> distances) {
    public NumaNode {
        if (id < 0 || id >= NodeMask.MOST_NODES) throw new IllegalArgumentException("a NUMA node id is 0 to 63: " + id);
        hugePages = Collections.unmodifiableSortedMap(new TreeMap<>(hugePages));
        distances = List.copyOf(distances);
    }

    /** Bytes in huge pages, by resource name. */
    public NavigableMap<ResourceName, Long> hugePageBytes() {
        var bytes = new TreeMap<ResourceName, Long>();
        hugePages.forEach((size, pages) -> bytes.put(hugePagesOf(size), size * pages));
        return bytes;
    }

    private static ResourceName hugePagesOf(long pageBytes) {
        return ResourceName.hugePages(
                Quantity.of(pageBytes, QuantityFormat.BINARY_SI).toString());
    }
}
