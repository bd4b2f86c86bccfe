package dev.plimsoll.core.estimation.report;

import java.util.Comparator;

/** The object that a pod belongs to in the end: a Deployment, not its ReplicaSet; the pod itself where nothing controls it. */
public record WorkloadName(String namespace, String kind, String name) implements Comparable<WorkloadName> {
    private static final Comparator<WorkloadName> ORDER = Comparator.comparing(WorkloadName::namespace)
            .thenComparing(WorkloadName::kind)
            .thenComparing(WorkloadName::name);

    @Override
    public int compareTo(WorkloadName other) {
        return ORDER.compare(this, other);
    }
}
