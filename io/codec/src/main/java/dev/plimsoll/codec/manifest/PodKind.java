package dev.plimsoll.codec.manifest;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds that hold a pod, and where in them it is. */
enum PodKind {
    POD("Pod", "v1"),
    POD_TEMPLATE("PodTemplate", "v1", "template"),
    DEPLOYMENT("Deployment", "apps/v1", "spec", "template"),
    REPLICA_SET("ReplicaSet", "apps/v1", "spec", "template"),
    REPLICATION_CONTROLLER("ReplicationController", "v1", "spec", "template"),
    STATEFUL_SET("StatefulSet", "apps/v1", "spec", "template"),
    DAEMON_SET("DaemonSet", "apps/v1", "spec", "template"),
    JOB("Job", "batch/v1", "spec", "template"),
    CRON_JOB("CronJob", "batch/v1", "spec", "jobTemplate", "spec", "template");

    private final String kind;
    private final String apiVersion;
    private final List<String> path;

    PodKind(String kind, String apiVersion, String... path) {
        this.kind = kind;
        this.apiVersion = apiVersion;
        this.path = List.of(path);
    }

    static Optional<PodKind> of(String kind) {
        return Arrays.stream(values()).filter(each -> each.kind.equals(kind)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(PodKind::kind).toList();
    }

    String kind() {
        return kind;
    }

    String apiVersion() {
        return apiVersion;
    }

    /** The fields that lead from the object to the template; none for a pod, which is its own. */
    List<String> path() {
        return path;
    }
}
