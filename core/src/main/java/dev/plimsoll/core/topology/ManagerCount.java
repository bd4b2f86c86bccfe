package dev.plimsoll.core.topology;

import java.util.List;

/**
 * One more of something that is counted about the managers of CPUs, memory and topology.
 *
 * @param name without the prefix {@code kubelet_}; see {@link ManagerMetrics}
 * @param labels values in the order in which {@link ManagerMetrics} names them
 */
public record ManagerCount(String name, List<String> labels) {
    public ManagerCount {
        labels = List.copyOf(labels);
    }
}
