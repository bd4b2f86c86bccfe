package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The columns of horizontal and vertical pod autoscalers. */
public final class AutoscalerColumns {
    private static final int SHOWN_METRICS = 2;
    private static final String RECOMMENDED = "status.recommendation.containerRecommendations.0.target.";
    private static final String SUMMARY = "status.recommendation.summary.";
    private static final String POD_RECOMMENDED = "status.recommendation.podRecommendation.target.";

    public static final Columns HORIZONTAL = Columns.of(
            "autoscaling/v2 HorizontalPodAutoscaler",
            Column.objectName(),
            Column.text(
                    "Reference",
                    row -> row.text("spec.scaleTargetRef.kind") + "/" + row.text("spec.scaleTargetRef.name")),
            Column.text("Targets", AutoscalerColumns::targets),
            Column.text("MinPods", row -> row.textOr("spec.minReplicas", "<unset>")),
            Column.count("MaxPods", row -> row.number("spec.maxReplicas")),
            Column.count("Replicas", row -> row.number("status.currentReplicas")),
            Column.age());

    public static final Columns VERTICAL = Columns.of(
            "autoscaling.k8s.io/v1 VerticalPodAutoscaler",
            Column.objectName(),
            Column.value("Mode", "string", "spec.updatePolicy.updateMode"),
            Column.text("CPU", _ -> "").showing(row -> recommended(row, "cpu")),
            Column.text("Mem", _ -> "").showing(row -> recommended(row, "memory")),
            Column.text("Provided", _ -> "").showing(AutoscalerColumns::provided),
            Column.age().ofType("date"),
            Column.value("MinReplicas", "integer", "spec.updatePolicy.minReplicas")
                    .wide(),
            Column.value("OOMSeconds", "integer", "spec.updatePolicy.evictAfterOOMSeconds")
                    .wide(),
            Column.value("PodCPU", "string", POD_RECOMMENDED + "cpu").wide(),
            Column.value("PodMem", "string", POD_RECOMMENDED + "memory").wide());

    private AutoscalerColumns() {}

    /** As the recommender sums it up; of other recommenders what the first container is to have. */
    private static JsonNode recommended(TableRow row, String resource) {
        for (var path : List.of(SUMMARY + resource, RECOMMENDED + resource)) {
            if (row.has(path)) return row.at(path);
        }
        return JsonNodeFactory.instance.nullNode();
    }

    private static JsonNode provided(TableRow row) {
        return row.condition("RecommendationProvided")
                .<JsonNode>map(JsonNodeFactory.instance::textNode)
                .orElse(JsonNodeFactory.instance.nullNode());
    }

    private static String targets(TableRow row) {
        var texts = new ArrayList<String>();
        if (row.has("spec.targetCPUUtilizationPercentage")) {
            var current = row.textOr("status.currentCPUUtilizationPercentage", "");
            texts.add("cpu: " + percent(current) + "/" + percent(row.text("spec.targetCPUUtilizationPercentage")));
        }
        var current = row.at("status.currentMetrics");
        for (var i = 0; i < row.at("spec.metrics").size(); i++) {
            texts.add(metric(row.at("spec.metrics").path(i), current.path(i)));
        }
        if (texts.isEmpty()) return TableRow.NONE;
        var more = texts.size() - SHOWN_METRICS;
        return more <= 0
                ? String.join(", ", texts)
                : String.join(", ", texts.subList(0, SHOWN_METRICS)) + " + " + more + " more...";
    }

    private static String metric(JsonNode spec, JsonNode status) {
        var type = TableRow.text(spec.path("type"));
        var field = type.isEmpty() ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
        var target = spec.path(field).path("target");
        var current = status.path(field).path("current");
        return switch (field) {
            case "resource", "containerResource" -> {
                var name = TableRow.text(spec.path(field).path("name")) + ": ";
                yield TableRow.isGiven(target.path("averageValue"))
                        ? name + values(current, target, "averageValue")
                        : name + percent(TableRow.text(current.path("averageUtilization"))) + "/"
                                + automatic(TableRow.text(target.path("averageUtilization")));
            }
            case "pods" -> values(current, target, "averageValue");
            case "object", "external" ->
                TableRow.isGiven(target.path("averageValue"))
                        ? values(current, target, "averageValue") + " (avg)"
                        : values(current, target, "value");
            default -> "<unknown type>";
        };
    }

    private static String values(JsonNode current, JsonNode target, String name) {
        var now = TableRow.text(current.path(name));
        return (now.isEmpty() ? Age.UNKNOWN : now) + "/" + TableRow.text(target.path(name));
    }

    private static String percent(String number) {
        return number.isEmpty() ? Age.UNKNOWN : number + "%";
    }

    private static String automatic(String number) {
        return number.isEmpty() ? "<auto>" : number + "%";
    }
}
