package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.admission.MutatingWebhookConfigurationDraft;
import dev.plimsoll.objects.autoscaling.vertical.VpaCheckpointObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The resources of the API that the autoscaler reads and writes. */
public final class AutoscalerResources {
    public static final ApiResource VPAS = VpaObject.RESOURCE;
    public static final ApiResource CHECKPOINTS = VpaCheckpointObject.RESOURCE;
    public static final ApiResource POD_METRICS =
            ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");
    public static final ApiResource HPAS =
            ApiResource.namespaced("autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler");
    public static final ApiResource LIMIT_RANGES = ApiResource.namespaced("", "v1", "limitranges", "LimitRange");
    public static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");
    public static final ApiResource WEBHOOKS = MutatingWebhookConfigurationDraft.RESOURCE;

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
