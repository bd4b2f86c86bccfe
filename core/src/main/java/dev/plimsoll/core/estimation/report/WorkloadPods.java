package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.model.PodSpec;
import java.util.List;
import java.util.Set;

/**
 * The pods of a workload that there are.
 *
 * @param current what each asks for now, the newest last; at least one
 * @param originals what they asked for before an autoscaler changed them, each shape once
 * @param killed containers whose last end was a kill for memory
 */
public record WorkloadPods(WorkloadName name, List<PodSpec> current, List<PodSpec> originals, Set<String> killed) {
    public WorkloadPods {
        if (current.isEmpty()) throw new IllegalArgumentException("a workload without pods has nothing to report");
        current = List.copyOf(current);
        originals = List.copyOf(originals);
        killed = Set.copyOf(killed);
    }

    /** The newest stands for all: it is of the template that the next one will be of. */
    public PodSpec newest() {
        return current.getLast();
    }
}
