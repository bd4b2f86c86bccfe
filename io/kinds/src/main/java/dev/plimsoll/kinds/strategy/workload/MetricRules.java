package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.documents.MetadataChecks;
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
    private static final List<String> ORDER = List.of("object", "pods", "resource", "containerResource", "external");
    private static final List<String> TARGETS = List.of("Utilization", "Value", "AverageValue");

    private static final List<String> STANDARD = List.of("cpu", "memory", "ephemeral-storage");

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
        }
        // The first source that is there counts, whatever the type says.
        var given = ORDER.stream().filter(name -> metric.path(name).isObject()).toList();
        for (var name : given) {
            var counts = name.equals(given.getFirst()) || name.equals("external");
            if (counts) source(name, metric.path(name), path + "." + name, errors);
        }
        for (var surplus : given) {
            if (source == null || surplus.equals(source)) continue;
            errors.add(FieldError.forbidden(path + "." + surplus, "must populate the given metric source only"));
        }
        if (source != null && !metric.path(source).isObject()) {
            errors.add(
                    FieldError.required(path + "." + source, "must populate information for the given metric source"));
        }
    }

    private static void source(String name, JsonNode source, String path, List<FieldError> errors) {
        switch (name) {
            case "object" -> object(source, path, errors);
            case "pods" -> {
                metric(source.path("metric"), path + ".metric", errors);
                target(source.path("target"), path + ".target", errors);
                if (!has(source.path("target"), "averageValue")) {
                    errors.add(FieldError.required(
                            path + ".target.averageValue", "must specify a positive target averageValue"));
                }
            }
            case "external" -> external(source, path, errors);
            case "resource", "containerResource" -> resource(source, path, name.equals("containerResource"), errors);
            default -> {}
        }
    }

    private static void object(JsonNode source, String path, List<FieldError> errors) {
        var described = source.path("describedObject");
        for (var field : List.of("kind", "name")) {
            segment(described.path(field).asText(), path + ".describedObject." + field, "", errors);
        }
        var version = described.path("apiVersion").asText();
        if (version.indexOf('/') != version.lastIndexOf('/')) {
            errors.add(FieldError.invalid(
                    path + ".describedObject.apiVersion", version, "unexpected GroupVersion string: " + version));
        }
        metric(source.path("metric"), path + ".metric", errors);
        var target = source.path("target");
        target(target, path + ".target", errors);
        if (!has(target, "value") && !has(target, "averageValue")) {
            errors.add(FieldError.required(
                    path + ".target.averageValue", "must set either a target value or averageValue"));
        }
    }

    private static void external(JsonNode source, String path, List<FieldError> errors) {
        metric(source.path("metric"), path + ".metric", errors);
        var target = source.path("target");
        target(target, path + ".target", errors);
        if (!has(target, "value") && !has(target, "averageValue")) {
            errors.add(FieldError.required(
                    path + ".target.averageValue", "must set either a target value for metric or a per-pod target"));
        }
        if (has(target, "value") && has(target, "averageValue")) {
            errors.add(FieldError.forbidden(
                    path + ".target.value", "may not set both a target value for metric and a per-pod target"));
        }
    }

    private static void metric(JsonNode metric, String path, List<FieldError> errors) {
        segment(metric.path("name").asText(), path + ".name", "must specify a metric name", errors);
    }

    private static void segment(String text, String path, String missing, List<FieldError> errors) {
        if (text.isEmpty()) errors.add(FieldError.required(path, missing));
        for (var problem : MetadataChecks.pathSegment(text)) errors.add(FieldError.invalid(path, text, problem));
    }

    private static void resource(JsonNode source, String path, boolean ofContainer, List<FieldError> errors) {
        if (source.path("name").asText().isEmpty()) {
            errors.add(FieldError.required(path + ".name", "must specify a resource name"));
        }
        var container = source.path("container").asText();
        if (ofContainer) {
            var name = source.path("name").asText();
            if (!name.isEmpty() && !STANDARD.contains(name) && !name.contains("/") && !name.startsWith("hugepages-")) {
                errors.add(FieldError.invalid(
                        path + ".name", name, "must be a standard resource type or fully qualified"));
                errors.add(FieldError.invalid(path + ".name", name, "must be a standard resource for containers"));
            }
            if (container.isEmpty()) errors.add(FieldError.required(path + ".container", "must specify a container"));
            else {
                for (var problem : DnsSyntax.label(container)) {
                    errors.add(FieldError.invalid(path + ".container", container, problem));
                }
            }
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
