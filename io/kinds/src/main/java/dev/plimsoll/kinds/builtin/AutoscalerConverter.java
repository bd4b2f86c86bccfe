package dev.plimsoll.kinds.builtin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.VersionConverter;

/**
 * A HorizontalPodAutoscaler of autoscaling/v1, which is stored as autoscaling/v2. The older version knows one metric, the
 * utilization of CPU; everything else is carried in annotations, so that nothing is lost to who reads and writes it back.
 */
final class AutoscalerConverter implements VersionConverter {
    private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
    private static final String METRICS = PREFIX + "metrics";
    private static final String CURRENT_METRICS = PREFIX + "current-metrics";
    private static final String CONDITIONS = PREFIX + "conditions";
    private static final String BEHAVIOR = PREFIX + "behavior";
    private static final JsonMapper MAPPER = new JsonMapper();

    @Override
    public void show(ObjectNode stored) {
        stored.put("apiVersion", "autoscaling/v1");
        if (stored.get("spec") instanceof ObjectNode spec) {
            var others = showMetrics(spec, "metrics", "target", spec, "targetCPUUtilizationPercentage");
            note(stored, METRICS, others);
            var behavior = spec.remove("behavior");
            if (behavior != null) note(stored, BEHAVIOR, MetricForms.capitalized(behavior));
        }
        if (stored.get("status") instanceof ObjectNode status) {
            var others = showMetrics(status, "currentMetrics", "current", status, "currentCPUUtilizationPercentage");
            note(stored, CURRENT_METRICS, others);
            var conditions = status.remove("conditions");
            if (conditions != null) note(stored, CONDITIONS, conditions);
        }
    }

    /** Takes the list of metrics away, puts the utilization of CPU in its own place, and returns the others. */
    private static ArrayNode showMetrics(ObjectNode from, String list, String value, ObjectNode to, String percentage) {
        var others = from.arrayNode();
        var metrics = from.remove(list);
        if (metrics == null) return others;
        for (var metric : metrics) {
            var resource = metric.path("resource");
            var utilization = resource.path(value).path("averageUtilization");
            var isCpu = metric.path("type").asText().equals("Resource")
                    && resource.path("name").asText().equals("cpu")
                    && utilization.isNumber();
            if (!isCpu) others.add(MetricForms.older(metric, value));
            else if (!to.has(percentage)) to.set(percentage, utilization);
        }
        return others;
    }

    private static void note(ObjectNode object, String annotation, JsonNode value) {
        if (value.isEmpty() || !(object.get("metadata") instanceof ObjectNode metadata)) return;
        var annotations =
                metadata.get("annotations") instanceof ObjectNode known ? known : metadata.putObject("annotations");
        annotations.put(annotation, value.toString());
    }

    @Override
    public ObjectNode store(ObjectNode shown) {
        var stored = shown.deepCopy();
        stored.put("apiVersion", "autoscaling/v2");
        if (stored.get("spec") instanceof ObjectNode spec) {
            storeMetrics(spec, "metrics", "target", "targetCPUUtilizationPercentage", noted(stored, METRICS));
            var behavior = noted(stored, BEHAVIOR);
            if (behavior.isObject()) spec.set("behavior", MetricForms.uncapitalized(behavior));
        }
        if (stored.get("status") instanceof ObjectNode status) {
            storeMetrics(
                    status,
                    "currentMetrics",
                    "current",
                    "currentCPUUtilizationPercentage",
                    noted(stored, CURRENT_METRICS));
            var conditions = noted(stored, CONDITIONS);
            if (conditions.isArray()) status.set("conditions", conditions);
        }
        forget(stored);
        return stored;
    }

    private static void storeMetrics(ObjectNode part, String list, String value, String percentage, JsonNode others) {
        var metrics = part.arrayNode();
        for (var metric : others) metrics.add(MetricForms.newer(metric, value));
        var utilization = part.remove(percentage);
        if (utilization != null && utilization.isNumber()) {
            var resource = metrics.addObject().put("type", "Resource").putObject("resource");
            var amount = resource.put("name", "cpu").putObject(value);
            if (value.equals("target")) amount.put("type", "Utilization");
            amount.set("averageUtilization", utilization);
        }
        if (!metrics.isEmpty()) part.set(list, metrics);
    }

    /** What an annotation holds; nothing if that cannot be read: it is then of somebody else. */
    private static JsonNode noted(ObjectNode object, String annotation) {
        var text = object.path("metadata").path("annotations").path(annotation).asText();
        if (text.isEmpty()) return MissingNode.getInstance();
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    private static void forget(ObjectNode object) {
        if (!(object.path("metadata").get("annotations") instanceof ObjectNode annotations)) return;
        for (var name : new String[] {METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR}) annotations.remove(name);
        if (annotations.isEmpty() && object.get("metadata") instanceof ObjectNode metadata)
            metadata.remove("annotations");
    }
}
