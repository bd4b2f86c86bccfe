package dev.plimsoll.codec.table;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The columns of kinds that run pods. */
public final class WorkloadColumns {
    public static final Columns DEPLOYMENTS = Columns.of(
            "apps/v1 Deployment",
            Column.objectName(),
            Column.text("Ready", WorkloadColumns::readyOfWanted),
            Column.count("Up-to-date", row -> row.number("status.updatedReplicas")),
            Column.count("Available", row -> row.number("status.availableReplicas")),
            Column.age(),
            containers(),
            images(),
            selector());

    public static final Columns REPLICA_SETS = Columns.of(
            "apps/v1 ReplicaSet",
            Column.objectName(),
            Column.number("Desired", row -> row.number("spec.replicas")),
            Column.number("Current", row -> row.number("status.replicas")),
            Column.number("Ready", row -> row.number("status.readyReplicas")),
            Column.age(),
            containers(),
            images(),
            selector());

    public static final Columns STATEFUL_SETS = Columns.of(
            "apps/v1 StatefulSet",
            Column.objectName(),
            Column.text("Ready", WorkloadColumns::readyOfWanted),
            Column.age(),
            containers(),
            images());

    public static final Columns DAEMON_SETS = Columns.of(
            "apps/v1 DaemonSet",
            Column.objectName(),
            Column.number("Desired", row -> row.number("status.desiredNumberScheduled")),
            Column.number("Current", row -> row.number("status.currentNumberScheduled")),
            Column.number("Ready", row -> row.number("status.numberReady")),
            Column.number("Up-to-date", row -> row.number("status.updatedNumberScheduled")),
            Column.number("Available", row -> row.number("status.numberAvailable")),
            Column.text("Node Selector", row -> row.pairs("spec.template.spec.nodeSelector")),
            Column.age(),
            containers(),
            images(),
            selector());

    public static final Columns JOBS = Columns.of(
            "batch/v1 Job",
            Column.objectName(),
            Column.text("Status", WorkloadColumns::jobStatus),
            Column.text("Completions", WorkloadColumns::completions),
            Column.text("Duration", WorkloadColumns::duration),
            Column.age(),
            containers(),
            images(),
            selector());

    public static final Columns CRON_JOBS = Columns.of(
            "batch/v1 CronJob",
            Column.objectName(),
            Column.text("Schedule", row -> row.text("spec.schedule")),
            Column.text("Timezone", row -> given(row, "spec.timeZone")),
            Column.text("Suspend", row -> row.at("spec.suspend").asBoolean() ? "True" : "False")
                    .ofType("boolean"),
            Column.number("Active", row -> row.at("status.active").size()),
            Column.text("Last Schedule", WorkloadColumns::lastSchedule),
            Column.age(),
            Column.text("Containers", row -> row.joined("spec.jobTemplate.spec.template.spec.containers", "name"))
                    .wide(),
            Column.text("Images", row -> row.joined("spec.jobTemplate.spec.template.spec.containers", "image"))
                    .wide(),
            Column.text("Selector", _ -> TableRow.NONE).wide());

    public static final Columns REPLICATION_CONTROLLERS = Columns.of(
            "v1 ReplicationController",
            Column.objectName(),
            Column.number("Desired", row -> row.number("spec.replicas")),
            Column.number("Current", row -> row.number("status.replicas")),
            Column.number("Ready", row -> row.number("status.readyReplicas")),
            Column.age(),
            containers(),
            images(),
            Column.text("Selector", row -> row.pairs("spec.selector")).wide());

    public static final Columns POD_TEMPLATES = Columns.of(
            "v1 PodTemplate",
            Column.objectName(),
            Column.text("Containers", row -> row.joined("template.spec.containers", "name")),
            Column.text("Images", row -> row.joined("template.spec.containers", "image")),
            Column.text("Pod Labels", row -> row.pairs("template.metadata.labels")));

    public static final Columns CONTROLLER_REVISIONS = Columns.of(
            "apps/v1 ControllerRevision",
            Column.objectName(),
            Column.text("Controller", WorkloadColumns::controller),
            Column.count("Revision", row -> row.number("revision")),
            Column.age());

    private WorkloadColumns() {}

    /** The object that owns the revision, as {@code daemonset.apps/name}. */
    private static String controller(TableRow row) {
        for (var owner : row.at("metadata.ownerReferences")) {
            if (!owner.path("controller").asBoolean()) continue;
            var version = TableRow.text(owner.path("apiVersion"));
            var group = version.contains("/") ? "." + version.substring(0, version.indexOf('/')) : "";
            return TableRow.text(owner.path("kind")).toLowerCase(Locale.ROOT) + group + "/"
                    + TableRow.text(owner.path("name"));
        }
        return TableRow.NONE;
    }

    private static String given(TableRow row, String path) {
        return row.has(path) ? row.text(path) : TableRow.NONE;
    }

    private static String lastSchedule(TableRow row) {
        return row.has("status.lastScheduleTime") ? row.age("status.lastScheduleTime") : TableRow.NONE;
    }

    private static Column containers() {
        return Column.text("Containers", row -> row.joined("spec.template.spec.containers", "name"))
                .wide();
    }

    private static Column images() {
        return Column.text("Images", row -> row.joined("spec.template.spec.containers", "image"))
                .wide();
    }

    private static Column selector() {
        return Column.text("Selector", row -> SelectorText.of(row.at("spec.selector")))
                .wide();
    }

    private static String readyOfWanted(TableRow row) {
        return row.number("status.readyReplicas") + "/" + row.number("spec.replicas");
    }

    private static String jobStatus(TableRow row) {
        if (row.isTrue("Complete")) return "Complete";
        if (row.isTrue("Failed")) return "Failed";
        if (row.has("metadata.deletionTimestamp")) return "Terminating";
        if (row.isTrue("Suspended")) return "Suspended";
        if (row.isTrue("FailureTarget")) return "FailureTarget";
        return row.isTrue("SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
    }

    private static String completions(TableRow row) {
        var succeeded = row.number("status.succeeded");
        if (row.has("spec.completions")) return succeeded + "/" + row.number("spec.completions");
        var parallel = row.number("spec.parallelism");
        return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
    }

    private static String duration(TableRow row) {
        var start = Age.parse(row.text("status.startTime"));
        if (start.isEmpty()) return "";
        Instant end = Age.parse(row.text("status.completionTime")).orElse(row.now());
        return Age.of(Duration.between(start.get(), end));
    }
}
