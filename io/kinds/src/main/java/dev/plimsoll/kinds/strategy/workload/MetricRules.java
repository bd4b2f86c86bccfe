package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;
import java.util.Map;

/** What one entry of {@code spec.metrics} of a HorizontalPodAutoscaler must say. */
final class MetricRules {
    private static final Map<String, String> SOURCES = Map.of(
            "Object", "object",
            "Pods", "pods",
            "Resource", "resource",
            "ContainerResource", "containerResource",
            "External", "external");
    private static final List<String> TARGETS = List.of("Utilization", "Value", "AverageValue");

    private MetricRules() {}

    static void check(JsonNode metric, String path, List<FieldError> errors) {
        var type = metric.path("type").asText();
        if (type.isEmpty()) {
            errors.add(FieldError.required(path + ".type", "must specify a metric source type"));
        }
        var source = SOURCES.get(type);
        if (source == null) {
            errors.add(FieldError.notSupported(
                    path + ".type", type, SOURCES.keySet().stream().sorted().toList()));
            return;
        }
        if (!metric.path(source).isObject()) {
            errors.add(
                    FieldError.required(path + "." + source, "must populate information for the given metric source"));
            return;
        }
        if (type.equals("Resource") || type.equals("ContainerResource")) {
            resource(metric.path(source), path + "." + source, type.equals("ContainerResource"), errors);
        }
    }

    private static void resource(JsonNode source, String path, boolean ofContainer, List<FieldError> errors) {
        if (source.path("name").asText().isEmpty()) {
            errors.add(FieldError.required(path + ".name", "must specify a resource name"));
        }
        if (ofContainer && source.path("container").asText().isEmpty()) {
            errors.add(FieldError.required(path + ".container", "must specify a container"));
        }
        var target = source.path("target");
        target(target, path + ".target", errors);
        var hasUtilization = target.path("averageUtilization").isNumber();
        var hasValue = has(target, "averageValue");
        if (!hasUtilization && !hasValue) {
            errors.add(FieldError.required(
                    path + ".target.averageUtilization", "must set either a target raw value or a target utilization"));
        }
        if (hasUtilization && hasValue) {
            errors.add(FieldError.forbidden(
                    path + ".target.averageValue", "may not set both a target raw value and a target utilization"));
        }
    }

    private static boolean has(JsonNode target, String field) {
        return !target.path(field).isMissingNode() && !target.path(field).isNull();
    }

    private static void target(JsonNode target, String path, List<FieldError> errors) {
        var type = target.path("type").asText();
        if (type.isEmpty()) errors.add(FieldError.required(path + ".type", "must specify a metric target type"));
        if (!TARGETS.contains(type)) {
            errors.add(FieldError.invalid(path + ".type", type, "must be either Utilization, Value, or AverageValue"));
        }
        for (var field : List.of("value", "averageValue")) {
            var text = target.path(field).asText();
            if (has(target, field)
                    && Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity)
                    && quantity.sign() <= 0) {
                errors.add(FieldError.invalid(path + "." + field, text, "must be positive"));
            }
        }
        if (target.path("averageUtilization").isNumber()
                && target.path("averageUtilization").asLong() < 1) {
            errors.add(FieldError.invalid(
                    path + ".averageUtilization",
                    target.path("averageUtilization").asLong(),
                    "must be greater than 0"));
        }
    }
}
