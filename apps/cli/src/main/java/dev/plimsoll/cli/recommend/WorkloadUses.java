package dev.plimsoll.cli.recommend;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.report.ContainerUse;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.core.estimation.report.WorkloadUse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What all workloads used. Those of one namespace belong to one thread. */
final class WorkloadUses {
    private final ClusterWorkloads cluster;
    private final Map<WorkloadName, WorkloadUse> uses = new ConcurrentHashMap<>();

    WorkloadUses(ClusterWorkloads cluster) {
        this.cluster = cluster;
    }

    /** Takes samples of a container; empty for a pod that belongs to no workload that there is. */
    Optional<ContainerUse.Instance> instance(ObjectName pod, String container) {
        return cluster.owner(pod).map(owner -> use(owner).container(container).instance());
    }

    WorkloadUse use(WorkloadName name) {
        return uses.computeIfAbsent(name, _ -> new WorkloadUse());
    }
}
