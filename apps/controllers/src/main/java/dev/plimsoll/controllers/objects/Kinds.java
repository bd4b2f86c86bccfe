package dev.plimsoll.controllers.objects;

import dev.plimsoll.client.ApiResource;

/** The resources that controllers read and write. */
public final class Kinds {
    public static final ApiResource PODS = ApiResource.PODS;
    public static final ApiResource NODES = ApiResource.NODES;
    public static final ApiResource NAMESPACES = ApiResource.NAMESPACES;
    public static final ApiResource LEASES = ApiResource.LEASES;
    public static final ApiResource REPLICA_SETS = ApiResource.namespaced("apps", "v1", "replicasets", "ReplicaSet");
    public static final ApiResource DEPLOYMENTS = ApiResource.namespaced("apps", "v1", "deployments", "Deployment");
    public static final ApiResource STATEFUL_SETS = ApiResource.namespaced("apps", "v1", "statefulsets", "StatefulSet");
    public static final ApiResource DAEMON_SETS = ApiResource.namespaced("apps", "v1", "daemonsets", "DaemonSet");
    public static final ApiResource REVISIONS =
            ApiResource.namespaced("apps", "v1", "controllerrevisions", "ControllerRevision");
    public static final ApiResource JOBS = ApiResource.namespaced("batch", "v1", "jobs", "Job");
    public static final ApiResource CRON_JOBS = ApiResource.namespaced("batch", "v1", "cronjobs", "CronJob");
    public static final ApiResource BUDGETS =
            ApiResource.namespaced("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget");
    public static final ApiResource CLAIMS =
            ApiResource.namespaced("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim");
    public static final ApiResource ACCOUNTS = ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount");

    private Kinds() {}
}
