package dev.plimsoll.cli.recommend;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.report.PodNames;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The workloads of a cluster that have pods.
 *
 * @param owners the workload of each pod that there is
 * @param vpas the VerticalPodAutoscaler of each workload that has one
 * @param ranges LimitRanges by namespace
 */
record ClusterWorkloads(
        SortedMap<WorkloadName, Workload> workloads,
        Map<ObjectName, WorkloadName> owners,
        Map<WorkloadName, VpaObject> vpas,
        Map<String, NamespaceRanges> ranges) {
    SortedSet<String> namespaces() {
        var namespaces = new TreeSet<String>();
        for (var name : workloads.keySet()) namespaces.add(name.namespace());
        return namespaces;
    }

    /** The workload of a pod, which may be gone. */
    Optional<WorkloadName> owner(ObjectName pod) {
        var known = owners.get(pod);
        return known != null ? Optional.of(known) : PodNames.owner(pod.namespace(), pod.name(), names());
    }

    private Set<WorkloadName> names() {
        return workloads.keySet();
    }

    NamespaceRanges ranges(WorkloadName name) {
        return ranges.getOrDefault(name.namespace(), NamespaceRanges.NONE);
    }

    Optional<VpaObject> vpa(WorkloadName name) {
        return Optional.ofNullable(vpas.get(name));
    }

    /** The newest pod, which is of the template that the next one will be of. */
    AutoscaledPod newest(WorkloadName name) {
        var workload = workloads.get(name);
        if (workload == null) throw new IllegalArgumentException(name.toString());
        return workload.newest();
    }
}
