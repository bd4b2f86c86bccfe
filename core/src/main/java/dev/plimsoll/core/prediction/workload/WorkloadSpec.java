package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.daemonset.DaemonSetSpec;
import dev.plimsoll.core.workloads.deployment.DeploymentSpec;
import dev.plimsoll.core.workloads.deployment.DeploymentStatus;
import dev.plimsoll.core.workloads.deployment.OwnedReplicaSet;
import dev.plimsoll.core.workloads.job.Job;
import dev.plimsoll.core.workloads.statefulset.StatefulSetSpec;
import java.util.List;

/** A workload as a prediction begins with it. */
public sealed interface WorkloadSpec {
    /** {@code Deployment shop/web}. */
    String id();

    /** What decides about its pods in one run. */
    default PredictedWorkload start() {
        return switch (this) {
            case OfDeployment deployment -> new DeploymentRollout(deployment);
            case OfReplicaSet set -> new ReplicaSetPods(set);
            case OfStatefulSet set -> new StatefulSetPods(set);
            case OfDaemonSet set -> new DaemonSetPods(set);
            case OfJob job -> new JobPods(job);
            case OfOther other -> new ReplacedPods(other);
        };
    }

    /** With all sets that belong to it. */
    record OfDeployment(String id, DeploymentSpec spec, DeploymentStatus status, List<OwnedReplicaSet> sets)
            implements WorkloadSpec {
        public OfDeployment {
            sets = List.copyOf(sets);
        }
    }

    /** A ReplicaSet or a ReplicationController that belongs to nobody. */
    record OfReplicaSet(String id, ObjectMetadata meta, int replicas, int minReadySeconds) implements WorkloadSpec {}

    /**
     * A StatefulSet.
     *
     * @param current the revision that pods below the partition have
     * @param update the revision of its template
     */
    record OfStatefulSet(String id, String uid, StatefulSetSpec spec, String current, String update)
            implements WorkloadSpec {}

    /**
     * A DaemonSet.
     *
     * @param hash of its template
     */
    record OfDaemonSet(String id, ObjectMetadata meta, DaemonSetSpec spec, String hash) implements WorkloadSpec {}

    record OfJob(String id, ObjectMetadata meta, Job job) implements WorkloadSpec {}

    /** A controller whose rules are not played through: a pod that it loses is replaced by one like it. */
    record OfOther(String id, ObjectMetadata meta) implements WorkloadSpec {}
}
