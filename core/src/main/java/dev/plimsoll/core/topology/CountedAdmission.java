package dev.plimsoll.core.topology;

import java.util.List;

/** A node's answer to a pod, and what it adds to the counters of the managers. */
public record CountedAdmission(TopologyAdmission admission, List<ManagerCount> counts) {
    public CountedAdmission {
        counts = List.copyOf(counts);
    }
}
