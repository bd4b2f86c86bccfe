package dev.plimsoll.testkit.client;

import java.util.List;

/**
 * A resource of the API.
 *
 * @param group empty for the core group
 * @param plural as in URLs: {@code pods}
 * @param kind as in documents: {@code Pod}
 */
public record ApiResource(String group, String version, String plural, String kind, boolean namespaced) {
    public static final ApiResource PODS = namespaced("", "v1", "pods", "Pod");
    public static final ApiResource NODES = clustered("", "v1", "nodes", "Node");
    public static final ApiResource NAMESPACES = clustered("", "v1", "namespaces", "Namespace");
    public static final ApiResource EVENTS = namespaced("", "v1", "events", "Event");
    public static final ApiResource CONFIG_MAPS = namespaced("", "v1", "configmaps", "ConfigMap");
    public static final ApiResource DEPLOYMENTS = namespaced("apps", "v1", "deployments", "Deployment");
    public static final ApiResource JOBS = namespaced("batch", "v1", "jobs", "Job");

    public static ApiResource namespaced(String group, String version, String plural, String kind) {
        return new ApiResource(group, version, plural, kind, true);
    }

    public static ApiResource clustered(String group, String version, String plural, String kind) {
        return new ApiResource(group, version, plural, kind, false);
    }

    List<String> message() {
        return List.of(group, version, plural, kind, Boolean.toString(namespaced));
    }
}
