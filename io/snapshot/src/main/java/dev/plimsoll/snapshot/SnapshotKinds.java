package dev.plimsoll.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.NamespaceObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.node.RuntimeClassObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.policy.DisruptionBudgetObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import dev.plimsoll.objects.scheduling.PriorityClassObject;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import dev.plimsoll.objects.workload.CronJobObject;
import dev.plimsoll.objects.workload.DaemonSetObject;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.JobObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.objects.workload.StatefulSetObject;
import java.util.List;

/** The kinds that a snapshot holds: all that decide where a pod runs, what it gets and whether it is let in. */
public final class SnapshotKinds {
    public static final ObjectKind<NodeObject> NODES = NodeObject.KIND;
    public static final ObjectKind<PodObject> PODS = PodObject.KIND;
    public static final ObjectKind<NamespaceObject> NAMESPACES = NamespaceObject.KIND;
    public static final ObjectKind<ReplicaSetObject> REPLICA_SETS = ReplicaSetObject.KIND;
    public static final ObjectKind<DeploymentObject> DEPLOYMENTS = DeploymentObject.KIND;
    public static final ObjectKind<StatefulSetObject> STATEFUL_SETS = StatefulSetObject.KIND;
    public static final ObjectKind<DaemonSetObject> DAEMON_SETS = DaemonSetObject.KIND;
    public static final ObjectKind<JobObject> JOBS = JobObject.KIND;
    public static final ObjectKind<CronJobObject> CRON_JOBS = CronJobObject.KIND;
    public static final ObjectKind<ApiObject> REPLICATION_CONTROLLERS =
            ObjectKind.untyped(ApiResource.REPLICATION_CONTROLLERS);
    public static final ObjectKind<HorizontalPodAutoscalerObject> HORIZONTAL_POD_AUTOSCALERS =
            HorizontalPodAutoscalerObject.KIND;

    /** Those whose spec cannot be read are problems of the snapshot and not among its objects. */
    public static final ObjectKind<VpaObject> VERTICAL_POD_AUTOSCALERS =
            new ObjectKind<>(VpaObject.RESOURCE, VpaObject.class, SnapshotKinds::autoscaler);

    public static final ObjectKind<DisruptionBudgetObject> POD_DISRUPTION_BUDGETS = DisruptionBudgetObject.KIND;
    public static final ObjectKind<ApiObject> LIMIT_RANGES = namespaced("", "v1", "limitranges", "LimitRange");
    public static final ObjectKind<ResourceQuotaObject> RESOURCE_QUOTAS = ResourceQuotaObject.KIND;
    public static final ObjectKind<PriorityClassObject> PRIORITY_CLASSES = PriorityClassObject.KIND;
    public static final ObjectKind<RuntimeClassObject> RUNTIME_CLASSES = RuntimeClassObject.KIND;
    public static final ObjectKind<PersistentVolumeObject> PERSISTENT_VOLUMES = PersistentVolumeObject.KIND;
    public static final ObjectKind<PersistentVolumeClaimObject> PERSISTENT_VOLUME_CLAIMS =
            PersistentVolumeClaimObject.KIND;
    public static final ObjectKind<ApiObject> STORAGE_CLASSES =
            clustered("storage.k8s.io", "v1", "storageclasses", "StorageClass");
    public static final ObjectKind<ApiObject> RESOURCE_CLAIMS =
            namespaced("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim");
    public static final ObjectKind<ApiObject> RESOURCE_SLICES =
            clustered("resource.k8s.io", "v1", "resourceslices", "ResourceSlice");
    public static final ObjectKind<ApiObject> MUTATING_WEBHOOKS =
            admission("mutatingwebhookconfigurations", "Mutating");
    public static final ObjectKind<ApiObject> VALIDATING_WEBHOOKS =
            admission("validatingwebhookconfigurations", "Validating");
    public static final ObjectKind<ApiObject> MUTATING_POLICIES =
            clustered("admissionregistration.k8s.io", "v1", "mutatingadmissionpolicies", "MutatingAdmissionPolicy");
    public static final ObjectKind<ApiObject> VALIDATING_POLICIES =
            clustered("admissionregistration.k8s.io", "v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy");
    public static final ObjectKind<ApiObject> MUTATING_POLICY_BINDINGS = clustered(
            "admissionregistration.k8s.io", "v1", "mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding");
    public static final ObjectKind<ApiObject> VALIDATING_POLICY_BINDINGS = clustered(
            "admissionregistration.k8s.io",
            "v1",
            "validatingadmissionpolicybindings",
            "ValidatingAdmissionPolicyBinding");
    public static final ObjectKind<ApiObject> NODE_RESOURCE_TOPOLOGIES =
            clustered("topology.node.k8s.io", "v1alpha2", "noderesourcetopologies", "NodeResourceTopology");
    public static final ObjectKind<PodMetricsObject> POD_METRICS = PodMetricsObject.KIND;

    /** In the order in which a cluster is asked: what pods refer to comes before them. */
    public static final List<ObjectKind<?>> ALL = List.of(
            NODES,
            NAMESPACES,
            PRIORITY_CLASSES,
            RUNTIME_CLASSES,
            STORAGE_CLASSES,
            PERSISTENT_VOLUMES,
            PERSISTENT_VOLUME_CLAIMS,
            LIMIT_RANGES,
            RESOURCE_QUOTAS,
            POD_DISRUPTION_BUDGETS,
            CRON_JOBS,
            JOBS,
            DEPLOYMENTS,
            REPLICA_SETS,
            STATEFUL_SETS,
            DAEMON_SETS,
            REPLICATION_CONTROLLERS,
            HORIZONTAL_POD_AUTOSCALERS,
            VERTICAL_POD_AUTOSCALERS,
            RESOURCE_CLAIMS,
            RESOURCE_SLICES,
            MUTATING_WEBHOOKS,
            VALIDATING_WEBHOOKS,
            MUTATING_POLICIES,
            VALIDATING_POLICIES,
            MUTATING_POLICY_BINDINGS,
            VALIDATING_POLICY_BINDINGS,
            NODE_RESOURCE_TOPOLOGIES,
            PODS,
            POD_METRICS);

    private SnapshotKinds() {}

    /** Whether nobody asks more of the kind than whether it is there: any version that a server has will do. */
    public static boolean hasAnyVersion(ObjectKind<?> kind) {
        return kind.equals(RESOURCE_CLAIMS)
                || kind.equals(RESOURCE_SLICES)
                || kind.equals(MUTATING_POLICIES)
                || kind.equals(VALIDATING_POLICIES)
                || kind.equals(MUTATING_POLICY_BINDINGS)
                || kind.equals(VALIDATING_POLICY_BINDINGS)
                || kind.equals(NODE_RESOURCE_TOPOLOGIES);
    }

    private static VpaObject autoscaler(ObjectNode document) {
        return switch (VpaObject.decode(document)) {
            case Decoded.View<VpaObject>(var object) -> object;
            case Decoded.Unreadable<VpaObject>(var why) -> throw new IllegalArgumentException(why);
        };
    }

    private static ObjectKind<ApiObject> namespaced(String group, String version, String plural, String kind) {
        return ObjectKind.untyped(ApiResource.namespaced(group, version, plural, kind));
    }

    private static ObjectKind<ApiObject> clustered(String group, String version, String plural, String kind) {
        return ObjectKind.untyped(ApiResource.clustered(group, version, plural, kind));
    }

    private static ObjectKind<ApiObject> admission(String plural, String first) {
        return clustered("admissionregistration.k8s.io", "v1", plural, first + "WebhookConfiguration");
    }
}
