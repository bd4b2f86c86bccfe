package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.client.ApiResource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The resources of the API that the autoscaler reads and writes. */
public final class AutoscalerResources {
    public static final ApiResource VPAS =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");
    public static final ApiResource CHECKPOINTS = ApiResource.namespaced(
            "autoscaling.k8s.io", "v1", "verticalpodautoscalercheckpoints", "VerticalPodAutoscalerCheckpoint");
    public static final ApiResource POD_METRICS =
            ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");
    public static final ApiResource HPAS =
            ApiResource.namespaced("autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler");
    public static final ApiResource LIMIT_RANGES = ApiResource.namespaced("", "v1", "limitranges", "LimitRange");
    public static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");
    public static final ApiResource WEBHOOKS = ApiResource.clustered(
            "admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration");

    private static final Map<String, ApiResource> CONTROLLERS = Map.of(
            "Deployment", ApiResource.namespaced("apps", "v1", "deployments", "Deployment"),
            "ReplicaSet", ApiResource.namespaced("apps", "v1", "replicasets", "ReplicaSet"),
            "StatefulSet", ApiResource.namespaced("apps", "v1", "statefulsets", "StatefulSet"),
            "DaemonSet", ApiResource.namespaced("apps", "v1", "daemonsets", "DaemonSet"),
            "Job", ApiResource.namespaced("batch", "v1", "jobs", "Job"),
            "CronJob", ApiResource.namespaced("batch", "v1", "cronjobs", "CronJob"),
            "ReplicationController",
                    ApiResource.namespaced("", "v1", "replicationcontrollers", "ReplicationController"));

    private AutoscalerResources() {}

    /** The kinds of controllers that Kubernetes itself has. */
    static Set<String> controllerKinds() {
        return CONTROLLERS.keySet();
    }

    /** The resource of a controller that Kubernetes itself has. */
    public static Optional<ApiResource> controller(String kind) {
        return Optional.ofNullable(CONTROLLERS.get(kind));
    }
}
