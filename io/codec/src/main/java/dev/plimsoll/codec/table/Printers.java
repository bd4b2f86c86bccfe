package dev.plimsoll.codec.table;

import java.util.List;
import java.util.Map;

/** The columns of each kind. */
final class Printers {
    private static final Map<String, List<Column>> COLUMNS = Map.ofEntries(
            Map.entry("v1 Pod", PodColumns.COLUMNS),
            Map.entry("v1 Node", NodeColumns.COLUMNS),
            Map.entry("v1 Namespace", SimpleColumns.NAMESPACES),
            Map.entry("v1 Event", EventColumns.COLUMNS),
            Map.entry("events.k8s.io/v1 Event", EventColumns.COLUMNS),
            Map.entry("v1 LimitRange", PolicyColumns.LIMIT_RANGES),
            Map.entry("v1 ResourceQuota", PolicyColumns.QUOTAS),
            Map.entry("v1 Service", ServiceColumns.COLUMNS),
            Map.entry("v1 ConfigMap", SimpleColumns.CONFIG_MAPS),
            Map.entry("v1 Secret", SimpleColumns.SECRETS),
            Map.entry("v1 ServiceAccount", SimpleColumns.SERVICE_ACCOUNTS),
            Map.entry("apps/v1 Deployment", WorkloadColumns.DEPLOYMENTS),
            Map.entry("apps/v1 ReplicaSet", WorkloadColumns.REPLICA_SETS),
            Map.entry("apps/v1 StatefulSet", WorkloadColumns.STATEFUL_SETS),
            Map.entry("apps/v1 DaemonSet", WorkloadColumns.DAEMON_SETS),
            Map.entry("batch/v1 Job", WorkloadColumns.JOBS),
            Map.entry("coordination.k8s.io/v1 Lease", SimpleColumns.LEASES),
            Map.entry("scheduling.k8s.io/v1 PriorityClass", PolicyColumns.PRIORITY_CLASSES),
            Map.entry("node.k8s.io/v1 RuntimeClass", PolicyColumns.RUNTIME_CLASSES),
            Map.entry("policy/v1 PodDisruptionBudget", PolicyColumns.DISRUPTION_BUDGETS),
            Map.entry("autoscaling/v1 HorizontalPodAutoscaler", AutoscalerColumns.HORIZONTAL),
            Map.entry("autoscaling/v2 HorizontalPodAutoscaler", AutoscalerColumns.HORIZONTAL),
            Map.entry("autoscaling.k8s.io/v1 VerticalPodAutoscaler", AutoscalerColumns.VERTICAL),
            Map.entry("rbac.authorization.k8s.io/v1 Role", SimpleColumns.CREATED_AT),
            Map.entry("rbac.authorization.k8s.io/v1 ClusterRole", SimpleColumns.CREATED_AT),
            Map.entry("rbac.authorization.k8s.io/v1 RoleBinding", SimpleColumns.BINDINGS),
            Map.entry("rbac.authorization.k8s.io/v1 ClusterRoleBinding", SimpleColumns.BINDINGS),
            Map.entry("apiextensions.k8s.io/v1 CustomResourceDefinition", SimpleColumns.CREATED_AT),
            Map.entry("admissionregistration.k8s.io/v1 MutatingWebhookConfiguration", SimpleColumns.WEBHOOKS),
            Map.entry("admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration", SimpleColumns.WEBHOOKS));

    private Printers() {}

    static List<Column> of(String apiVersion, String kind) {
        return COLUMNS.getOrDefault(apiVersion + " " + kind, SimpleColumns.DEFAULT);
    }
}
