package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.ArrayList;
import java.util.List;

/** HorizontalPodAutoscalers: one replica at least, CPU at 80 % where no metric is named, and rules that fit each other. */
public final class AutoscalerStrategy extends GenericStrategy {
    public AutoscalerStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public void defaults(ObjectNode document) {
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        PodDefaults.number(spec, "minReplicas", 1);
        if (spec.path("metrics").isEmpty()) {
            var resource =
                    spec.putArray("metrics").addObject().put("type", "Resource").putObject("resource");
            resource.put("name", "cpu")
                    .putObject("target")
                    .put("type", "Utilization")
                    .put("averageUtilization", 80);
        }
        if (!(spec.get("behavior") instanceof ObjectNode behavior)) return;
        var up = part(behavior, "scaleUp");
        PodDefaults.number(up, "stabilizationWindowSeconds", 0);
        PodDefaults.absent(up, "selectPolicy", "Max");
        if (!up.has("policies")) {
            policy(up, "Pods", 4);
            policy(up, "Percent", 100);
        }
        var down = part(behavior, "scaleDown");
        PodDefaults.absent(down, "selectPolicy", "Max");
        if (!down.has("policies")) policy(down, "Percent", 100);
    }

    private static ObjectNode part(ObjectNode behavior, String name) {
        return behavior.get(name) instanceof ObjectNode known ? known : behavior.putObject(name);
    }

    private static void policy(ObjectNode rules, String type, int value) {
        rules.withArray("policies")
                .addObject()
                .put("type", type)
                .put("value", value)
                .put("periodSeconds", 15);
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var spec = document.path("spec");
        var errors = new ArrayList<FieldError>();
        var min = spec.path("minReplicas").asLong(1);
        var max = spec.path("maxReplicas").asLong();
        if (max < min) {
            errors.add(FieldError.invalid("spec.maxReplicas", max, "must be greater than or equal to `minReplicas`"));
        }
        target(spec.path("scaleTargetRef"), errors);
        var metrics = spec.path("metrics");
        for (var i = 0; i < metrics.size(); i++) {
            MetricRules.check(metrics.get(i), "spec.metrics[" + i + "]", errors);
        }
        if (min == 0 && !mayReachZero(metrics)) {
            errors.add(FieldError.forbidden(
                    "spec.metrics",
                    "must specify at least one Object or External metric to support scaling to zero replicas"));
        }
        var behavior = spec.path("behavior");
        rules(behavior.path("scaleUp"), "spec.behavior.scaleUp", errors);
        rules(behavior.path("scaleDown"), "spec.behavior.scaleDown", errors);
        if (min < 0) errors.add(FieldError.invalid("spec.minReplicas", min, Findings.NOT_NEGATIVE));
        if (max == 0) errors.add(FieldError.required("spec.maxReplicas", ""));
        else if (max < 0) errors.add(FieldError.invalid("spec.maxReplicas", max, "must be greater than or equal to 1"));
        return errors;
    }

    private static void target(JsonNode target, List<FieldError> errors) {
        var at = "spec.scaleTargetRef.";
        for (var field : List.of("kind", "name")) {
            var text = target.path(field).asText();
            if (text.isEmpty()) errors.add(FieldError.required(at + field, ""));
            else {
                for (var problem : MetadataChecks.pathSegment(text)) {
                    errors.add(FieldError.invalid(at + field, text, problem));
                }
            }
        }
        var version = target.path("apiVersion").asText();
        if (version.indexOf('/') != version.lastIndexOf('/')) {
            errors.add(FieldError.invalid(at + "apiVersion", version, "unexpected GroupVersion string: " + version));
            return;
        }
        // Replication controllers are of the core group, which has no name.
        if (version.indexOf('/') <= 0 && !version.equals("v1")) {
            errors.add(FieldError.invalid(at + "apiVersion", version, "apiVersion must specify API group"));
        }
    }

    /** Without pods there is nothing to measure in them. */
    private static boolean mayReachZero(JsonNode metrics) {
        for (var metric : metrics) {
            if (List.of("Object", "External").contains(metric.path("type").asText())) return true;
        }
        return false;
    }

    private static void rules(JsonNode rules, String path, List<FieldError> errors) {
        if (!rules.isObject()) return;
        var window = rules.path("stabilizationWindowSeconds");
        if (window.asLong() < 0) {
            errors.add(FieldError.invalid(
                    path + ".stabilizationWindowSeconds", window.asLong(), "must be greater than or equal to zero"));
        }
        if (window.asLong() > 3600) {
            errors.add(FieldError.invalid(
                    path + ".stabilizationWindowSeconds", window.asLong(), "must be less than or equal to 3600"));
        }
        var select = rules.path("selectPolicy").asText("Max");
        var known = List.of("Disabled", "Max", "Min");
        if (!known.contains(select)) errors.add(FieldError.notSupported(path + ".selectPolicy", select, known));
        var tolerance = rules.path("tolerance").asText();
        if (Quantity.parse(tolerance) instanceof ParsedQuantity.Parsed(var amount) && amount.sign() < 0) {
            errors.add(FieldError.invalid(path + ".tolerance", amount.toString(), Findings.NOT_NEGATIVE));
        }
        var policies = rules.path("policies");
        if (policies.isEmpty()) errors.add(FieldError.required(path + ".policies", "must specify at least one Policy"));
        for (var i = 0; i < policies.size(); i++) policy(policies.get(i), path + ".policies[" + i + "]", errors);
    }

    private static void policy(JsonNode policy, String path, List<FieldError> errors) {
        var type = policy.path("type").asText();
        var known = List.of("Percent", "Pods");
        if (!known.contains(type)) errors.add(FieldError.notSupported(path + ".type", type, known));
        var value = policy.path("value").asLong();
        if (value <= 0) errors.add(FieldError.invalid(path + ".value", value, "must be greater than zero"));
        var period = policy.path("periodSeconds").asLong();
        if (period <= 0) errors.add(FieldError.invalid(path + ".periodSeconds", period, "must be greater than zero"));
        if (period > 1800) {
            errors.add(FieldError.invalid(path + ".periodSeconds", period, "must be less than or equal to 1800"));
        }
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        return write.isOf("status") ? List.of() : checkNew(write.sent());
    }
}
