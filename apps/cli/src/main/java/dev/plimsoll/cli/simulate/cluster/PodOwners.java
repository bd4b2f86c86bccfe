package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.report.PodNames;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The workloads that pods belong to, those of a snapshot and those that are gone. Ids are those of a prediction. */
final class PodOwners {
    /** Of objects that belong to another one. */
    private final Map<String, WorkloadName> above = new HashMap<>();

    private final Map<ObjectName, WorkloadName> owners = new HashMap<>();
    private final Set<WorkloadName> workloads = new HashSet<>();
    /** Of pods whose name only one namespace has. */
    private final Map<String, Optional<ObjectName>> byName = new HashMap<>();

    PodOwners(ClusterDraft cluster) {
        for (var set : cluster.all(SnapshotKinds.REPLICA_SETS)) {
            set.metadata()
                    .controller()
                    .ifPresent(owner -> above.put(
                            set.uid(), new WorkloadName(set.metadata().namespace(), owner.kind(), owner.name())));
        }
        for (var pod : cluster.all(SnapshotKinds.PODS)) {
            var workload = of(pod.metadata());
            owners.put(pod.name(), workload);
            workloads.add(workload);
            byName.merge(pod.name().name(), Optional.of(pod.name()), (_, _) -> Optional.empty());
        }
    }

    /** The workload of a pod that there is. */
    WorkloadName of(ObjectMetadata pod) {
        var owner = pod.controller();
        if (owner.isEmpty()) return new WorkloadName(pod.namespace(), "Pod", pod.name());
        var top = above.get(owner.get().uid());
        return top != null
                ? top
                : new WorkloadName(
                        pod.namespace(), owner.get().kind(), owner.get().name());
    }

    /**
     * The workload of a pod that there is or was.
     *
     * @param namespace empty where it is not known
     * @param workload name of the workload; empty where it is not known
     */
    Optional<WorkloadName> find(String namespace, String workload, String pod) {
        if (namespace.isEmpty()) {
            var there = byName.getOrDefault(pod, Optional.empty()).map(owners::get);
            return there.isPresent() ? there : only(workload, "");
        }
        var there = Optional.ofNullable(owners.get(new ObjectName(namespace, pod)));
        if (there.isEmpty()) there = PodNames.owner(namespace, pod, workloads);
        return there.isPresent() ? there : only(workload, namespace);
    }

    private Optional<WorkloadName> only(String name, String namespace) {
        if (name.isEmpty()) return Optional.empty();
        var found = workloads.stream()
                .filter(each -> each.name().equals(name)
                        && (namespace.isEmpty() || each.namespace().equals(namespace)))
                .limit(2)
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** {@code Deployment shop/web}. */
    static String id(WorkloadName name) {
        return name.kind() + " " + name.namespace() + "/" + name.name();
    }
}
