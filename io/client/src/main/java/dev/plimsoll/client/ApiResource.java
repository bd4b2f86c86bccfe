package dev.plimsoll.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A resource of the API, or a subresource of it.
 *
 * @param group empty for the core group
 * @param plural as in URLs: {@code pods}
 * @param kind as in documents: {@code Pod}
 * @param subresource empty for the resource itself
 */
public record ApiResource(
        String group, String version, String plural, String kind, boolean namespaced, String subresource) {
    public static final ApiResource PODS = namespaced("", "v1", "pods", "Pod");
    public static final ApiResource NODES = clustered("", "v1", "nodes", "Node");
    public static final ApiResource NAMESPACES = clustered("", "v1", "namespaces", "Namespace");
    public static final ApiResource EVENTS = namespaced("", "v1", "events", "Event");
    public static final ApiResource LEASES = namespaced("coordination.k8s.io", "v1", "leases", "Lease");
    public static final ApiResource REPLICA_SETS = namespaced("apps", "v1", "replicasets", "ReplicaSet");
    public static final ApiResource REPLICATION_CONTROLLERS =
            namespaced("", "v1", "replicationcontrollers", "ReplicationController");
    public static final ApiResource DEPLOYMENTS = namespaced("apps", "v1", "deployments", "Deployment");
    public static final ApiResource STATEFUL_SETS = namespaced("apps", "v1", "statefulsets", "StatefulSet");
    public static final ApiResource DAEMON_SETS = namespaced("apps", "v1", "daemonsets", "DaemonSet");
    public static final ApiResource REVISIONS = namespaced("apps", "v1", "controllerrevisions", "ControllerRevision");
    public static final ApiResource JOBS = namespaced("batch", "v1", "jobs", "Job");
    public static final ApiResource CRON_JOBS = namespaced("batch", "v1", "cronjobs", "CronJob");
    public static final ApiResource BUDGETS = namespaced("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget");
    public static final ApiResource CLAIMS = namespaced("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim");
    public static final ApiResource VOLUMES = clustered("", "v1", "persistentvolumes", "PersistentVolume");
    public static final ApiResource STORAGE_CLASSES =
            clustered("storage.k8s.io", "v1", "storageclasses", "StorageClass");
    public static final ApiResource VOLUME_ATTRIBUTES_CLASSES =
            clustered("storage.k8s.io", "v1", "volumeattributesclasses", "VolumeAttributesClass");
    public static final ApiResource ACCOUNTS = namespaced("", "v1", "serviceaccounts", "ServiceAccount");
    public static final ApiResource CONFIG_MAPS = namespaced("", "v1", "configmaps", "ConfigMap");
    public static final ApiResource SERVICES = namespaced("", "v1", "services", "Service");
    public static final ApiResource ENDPOINTS = namespaced("", "v1", "endpoints", "Endpoints");
    public static final ApiResource ENDPOINT_SLICES =
            namespaced("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice");
    public static final ApiResource HORIZONTAL_POD_AUTOSCALERS =
            namespaced("autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler");
    public static final ApiResource POD_METRICS = namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");

    public static ApiResource namespaced(String group, String version, String plural, String kind) {
        return new ApiResource(group, version, plural, kind, true, "");
    }

    public static ApiResource clustered(String group, String version, String plural, String kind) {
        return new ApiResource(group, version, plural, kind, false, "");
    }

    /** The same objects through one of their subresources, such as {@code status}. */
    public ApiResource sub(String name) {
        return new ApiResource(group, version, plural, kind, namespaced, name);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** The path of all objects of a namespace; of all namespaces if it is empty. */
    public String collection(String namespace) {
        var root = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
        return (namespaced && !namespace.isEmpty() ? root + "/namespaces/" + encoded(namespace) : root) + "/" + plural;
    }

    public String path(ObjectName object) {
        var path = collection(object.namespace()) + "/" + encoded(object.name());
        return subresource.isEmpty() ? path : path + "/" + subresource;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        var name = group.isEmpty() ? plural : plural + "." + group;
        return subresource.isEmpty() ? name : name + "/" + subresource;
    }
}
