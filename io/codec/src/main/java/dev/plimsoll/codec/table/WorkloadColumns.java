package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** The columns of kinds that run pods. */
final class WorkloadColumns {
    static final List<Column> DEPLOYMENTS = List.of(
            Column.objectName(),
            Column.text("Ready", "Pods that are ready, of those wanted.", WorkloadColumns::readyOfWanted),
            Column.count("Up-to-date", "Pods of the current template.", row -> row.number("status.updatedReplicas")),
            Column.count("Available", "Pods that are available.", row -> row.number("status.availableReplicas")),
            Column.age(),
            containers(),
            images(),
            selector());

    static final List<Column> REPLICA_SETS = List.of(
            Column.objectName(),
            Column.number("Desired", ColumnText.REPLICAS, row -> row.number("spec.replicas")),
            Column.number("Current", "Pods that exist.", row -> row.number("status.replicas")),
            Column.number("Ready", "Pods that are ready.", row -> row.number("status.readyReplicas")),
            Column.age(),
            containers(),
            images(),
            selector());

    static final List<Column> STATEFUL_SETS = List.of(
            Column.objectName(),
            Column.text("Ready", "Pods that are ready, of those wanted.", WorkloadColumns::readyOfWanted),
            Column.age(),
            containers(),
            images());

    static final List<Column> DAEMON_SETS = List.of(
            Column.objectName(),
            Column.number("Desired", ColumnText.REPLICAS, row -> row.number("status.desiredNumberScheduled")),
            Column.number("Current", "Pods that exist.", row -> row.number("status.currentNumberScheduled")),
            Column.number("Ready", "Pods that are ready.", row -> row.number("status.numberReady")),
            Column.number(
                    "Up-to-date", "Pods of the current template.", row -> row.number("status.updatedNumberScheduled")),
            Column.number("Available", "Pods that are available.", row -> row.number("status.numberAvailable")),
            Column.text(
                    "Node Selector",
                    "Labels of the nodes it runs on.",
                    row -> row.pairs("spec.template.spec.nodeSelector")),
            Column.age(),
            containers(),
            images(),
            selector());

    static final List<Column> JOBS = List.of(
            Column.objectName(),
            Column.text("Status", "Status of the job.", WorkloadColumns::jobStatus),
            Column.text("Completions", "Pods that succeeded, of those wanted.", WorkloadColumns::completions),
            Column.text("Duration", "Time that the job took, or has taken.", WorkloadColumns::duration),
            Column.age(),
            containers(),
            images(),
            selector());

    static final List<Column> CRON_JOBS = List.of(
            Column.objectName(),
            Column.text("Schedule", "When jobs begin.", row -> row.text("spec.schedule")),
            Column.text("Timezone", "Where the schedule's clock stands.", row -> given(row, "spec.timeZone")),
            Column.flag("Suspend", "Whether no jobs begin for now.", "spec.suspend"),
            Column.number(
                    "Active", "Jobs that run.", row -> row.at("status.active").size()),
            Column.text("Last Schedule", "How long ago the last job began.", WorkloadColumns::lastSchedule),
            Column.age(),
            Column.text(
                            "Containers",
                            ColumnText.CONTAINERS,
                            row -> row.joined("spec.jobTemplate.spec.template.spec.containers", "name"))
                    .wide(),
            Column.text(
                            "Images",
                            ColumnText.IMAGES,
                            row -> row.joined("spec.jobTemplate.spec.template.spec.containers", "image"))
                    .wide(),
            Column.text("Selector", ColumnText.SELECTOR, _ -> Row.NONE).wide());

    private WorkloadColumns() {}

    private static String given(Row row, String path) {
        return row.has(path) ? row.text(path) : Row.NONE;
    }

    private static String lastSchedule(Row row) {
        return row.has("status.lastScheduleTime") ? row.age("status.lastScheduleTime") : Row.NONE;
    }

    private static Column containers() {
        return Column.text(
                        "Containers", ColumnText.CONTAINERS, row -> row.joined("spec.template.spec.containers", "name"))
                .wide();
    }

    private static Column images() {
        return Column.text("Images", ColumnText.IMAGES, row -> row.joined("spec.template.spec.containers", "image"))
                .wide();
    }

    private static Column selector() {
        return Column.text("Selector", ColumnText.SELECTOR, WorkloadColumns::selector)
                .wide();
    }

    private static String readyOfWanted(Row row) {
        return row.number("status.readyReplicas") + "/" + row.number("spec.replicas");
    }

    private static String jobStatus(Row row) {
        if (row.isTrue("Complete")) return "Complete";
        if (row.isTrue("Failed")) return "Failed";
        if (row.has("metadata.deletionTimestamp")) return "Terminating";
        if (row.isTrue("Suspended")) return "Suspended";
        if (row.isTrue("FailureTarget")) return "FailureTarget";
        return row.isTrue("SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
    }

    private static String completions(Row row) {
        var succeeded = row.number("status.succeeded");
        if (row.has("spec.completions")) return succeeded + "/" + row.number("spec.completions");
        var parallel = row.number("spec.parallelism");
        return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
    }

    private static String duration(Row row) {
        var start = Age.parse(row.text("status.startTime"));
        if (start.isEmpty()) return "";
        Instant end = Age.parse(row.text("status.completionTime")).orElse(row.now());
        return Age.of(Duration.between(start.get(), end));
    }

    private static String selector(Row row) {
        var terms = new TreeSet<String>();
        for (var label : row.at("spec.selector.matchLabels").properties()) {
            terms.add(label.getKey() + "=" + Row.text(label.getValue()));
        }
        for (var expression : row.at("spec.selector.matchExpressions")) terms.add(term(expression));
        return terms.isEmpty() ? Row.NONE : String.join(",", terms);
    }

    private static String term(JsonNode expression) {
        var key = Row.text(expression.path("key"));
        var values = new ArrayList<>(Row.texts(expression.path("values")));
        values.sort(null);
        var list = " (" + String.join(",", values) + ")";
        return switch (Row.text(expression.path("operator")).toLowerCase(Locale.ROOT)) {
            case "in" -> key + " in" + list;
            case "notin" -> key + " notin" + list;
            case "doesnotexist" -> "!" + key;
            default -> key;
        };
    }
}
