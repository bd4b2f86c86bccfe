package dev.plimsoll.kinds.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Metrics of a HorizontalPodAutoscaler, and what was measured of them, in the form of autoscaling/v2 and in that of the
 * annotations of autoscaling/v1. In the older form a metric has no parts: name, selector and values stand side by side.
 */
final class MetricForms {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<String, String> SOURCES = Map.of(
            "Resource", "resource",
            "ContainerResource", "containerResource",
            "Pods", "pods",
            "Object", "object",
            "External", "external");

    private MetricForms() {}

    /** {@code part} is {@code target} or {@code current}, of which the names of the values begin. */
    static ObjectNode older(JsonNode metric, String part) {
        var type = metric.path("type").asText();
        var source = metric.path(SOURCES.getOrDefault(type, "resource"));
        var flat = NODES.objectNode();
        copy(source, "name", flat, "name");
        copy(source, "container", flat, "container");
        copy(source, "describedObject", flat, "target");
        copy(source.path("metric"), "name", flat, "metricName");
        copy(source.path("metric"), "selector", flat, type.equals("External") ? "metricSelector" : "selector");
        var values = source.path(part);
        copy(values, "averageUtilization", flat, part + "AverageUtilization");
        copy(values, "averageValue", flat, type.equals("Object") ? "averageValue" : part + "AverageValue");
        copy(values, "value", flat, part + "Value");
        var older = NODES.objectNode().put("type", type);
        older.set(SOURCES.getOrDefault(type, "resource"), flat);
        return older;
    }

    static ObjectNode newer(JsonNode metric, String part) {
        var type = metric.path("type").asText();
        var flat = metric.path(SOURCES.getOrDefault(type, "resource"));
        var source = NODES.objectNode();
        copy(flat, "name", source, "name");
        copy(flat, "container", source, "container");
        copy(flat, "target", source, "describedObject");
        if (flat.has("metricName")) {
            var named = source.putObject("metric");
            copy(flat, "metricName", named, "name");
            copy(flat, type.equals("External") ? "metricSelector" : "selector", named, "selector");
        }
        var values = NODES.objectNode();
        copy(flat, part + "AverageUtilization", values, "averageUtilization");
        copy(flat, type.equals("Object") ? "averageValue" : part + "AverageValue", values, "averageValue");
        copy(flat, part + "Value", values, "value");
        var amount = source.putObject(part);
        if (part.equals("target")) amount.put("type", typeOf(values));
        amount.setAll(values);
        var newer = NODES.objectNode().put("type", type);
        newer.set(SOURCES.getOrDefault(type, "resource"), source);
        return newer;
    }

    private static String typeOf(ObjectNode values) {
        if (values.has("averageUtilization")) return "Utilization";
        return values.has("averageValue") ? "AverageValue" : "Value";
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String as) {
        if (from.has(name)) to.set(as, from.get(name));
    }

    /** With names as Go writes fields that have none: that is how this one annotation came to be. */
    static JsonNode capitalized(JsonNode node) {
        return renamed(node, true);
    }

    static JsonNode uncapitalized(JsonNode node) {
        return renamed(node, false);
    }

    private static JsonNode renamed(JsonNode node, boolean upper) {
        if (node.isArray()) {
            var list = NODES.arrayNode();
            for (var entry : node) list.add(renamed(entry, upper));
            return list;
        }
        if (!node.isObject()) return node;
        var object = NODES.objectNode();
        for (var entry : node.properties()) {
            if (entry.getValue().isNull()) continue;
            var first = entry.getKey().charAt(0);
            var name = (upper ? Character.toUpperCase(first) : Character.toLowerCase(first))
                    + entry.getKey().substring(1);
            object.set(name, renamed(entry.getValue(), upper));
        }
        return object;
    }
}
