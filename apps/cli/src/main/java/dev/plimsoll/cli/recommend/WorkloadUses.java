package dev.plimsoll.cli.recommend;

import dev.plimsoll.autoscaler.prometheus.PastContainer;
import dev.plimsoll.autoscaler.prometheus.PastContainer.Use;
import dev.plimsoll.autoscaler.prometheus.PastPod;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.core.estimation.report.WorkloadUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** What all workloads used. Those of one namespace belong to one thread. */
final class WorkloadUses {
    private final ClusterWorkloads cluster;
    private final Map<WorkloadName, WorkloadUse> uses = new ConcurrentHashMap<>();
    /** By namespace, pod and container, of workloads that are estimated by their pods as a whole. */
    private final Map<String, SortedMap<ObjectName, SortedMap<String, List<Use>>>> remembered =
            new ConcurrentHashMap<>();

    WorkloadUses(ClusterWorkloads cluster) {
        this.cluster = cluster;
    }

    /** Takes samples of a container; empty for a pod that belongs to no workload that there is. */
    Optional<UsedContainer> container(ObjectName pod, String container) {
        return cluster.owner(pod).map(owner -> {
            var instance = use(owner).container(container).instance();
            return new UsedContainer(instance, isWhole(owner) ? remembered(pod, container) : null);
        });
    }

    private boolean isWhole(WorkloadName name) {
        return cluster.vpa(name)
                .filter(vpa -> vpa.policy().podPolicies().estimator() == EstimatorKind.WHOLE)
                .isPresent();
    }

    private List<Use> remembered(ObjectName pod, String container) {
        return remembered
                .computeIfAbsent(pod.namespace(), _ -> new TreeMap<>())
                .computeIfAbsent(pod, _ -> new TreeMap<>())
                .computeIfAbsent(container, _ -> new ArrayList<>());
    }

    /** All samples of a namespace were taken: what the containers of a pod used together is added up. */
    void complete(String namespace) {
        var pods = remembered.remove(namespace);
        if (pods == null) return;
        pods.forEach((pod, containers) -> {
            var past = new ArrayList<PastContainer>();
            containers.forEach((container, list) -> {
                list.sort(Comparator.comparingLong(Use::time));
                past.add(new PastContainer(pod, container, Map.of(), list));
            });
            cluster.owner(pod).ifPresent(owner -> use(owner).wholePod(new PastPod(past).together()));
        });
    }

    WorkloadUse use(WorkloadName name) {
        return uses.computeIfAbsent(name, _ -> new WorkloadUse());
    }
}
