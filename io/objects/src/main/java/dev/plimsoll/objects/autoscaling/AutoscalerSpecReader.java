package dev.plimsoll.objects.autoscaling;

import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.workloads.horizontal.AutoscalerSpec;
import dev.plimsoll.core.workloads.horizontal.Behavior;
import dev.plimsoll.core.workloads.horizontal.Behavior.Policy;
import dev.plimsoll.core.workloads.horizontal.Behavior.Rules;
import dev.plimsoll.core.workloads.horizontal.Behavior.Select;
import dev.plimsoll.core.workloads.horizontal.MetricSource;
import dev.plimsoll.core.workloads.horizontal.MetricTarget;
import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;
import dev.plimsoll.core.workloads.horizontal.ReplicaRange;
import dev.plimsoll.core.workloads.horizontal.Tolerance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the spec of an autoscaler; what is absent has its default, also where another API server left it open. */
final class AutoscalerSpecReader {
    private static final Duration PERIOD = Duration.ofSeconds(15);
    private static final List<Policy> USUAL_UP =
            List.of(new Policy(Policy.Unit.PODS, 4, PERIOD), new Policy(Policy.Unit.PERCENT, 100, PERIOD));
    private static final List<Policy> USUAL_DOWN = List.of(new Policy(Policy.Unit.PERCENT, 100, PERIOD));

    private AutoscalerSpecReader() {}

    static CrossVersionObjectReference target(JsonNode spec) {
        var target = spec.path("scaleTargetRef");
        return new CrossVersionObjectReference(text(target, "apiVersion"), text(target, "kind"), text(target, "name"));
    }

    static AutoscalerSpec spec(JsonNode spec, Duration usualStabilization, Tolerance usualTolerance) {
        var metrics = new ArrayList<MetricSource>();
        for (var metric : spec.path("metrics")) metrics.add(metric(metric));
        var behavior = spec.path("behavior");
        return new AutoscalerSpec(
                target(spec),
                new ReplicaRange(integer(spec, "minReplicas", 1), integer(spec, "maxReplicas", 0)),
                List.copyOf(metrics),
                behavior.isObject() ? behavior(behavior, usualStabilization) : null,
                tolerance(behavior, usualTolerance));
    }

    private static Behavior behavior(JsonNode behavior, Duration usualStabilization) {
        return new Behavior(
                rules(behavior.path("scaleUp"), Duration.ZERO, USUAL_UP),
                rules(behavior.path("scaleDown"), usualStabilization, USUAL_DOWN));
    }

    private static Rules rules(JsonNode rules, Duration stabilization, List<Policy> usual) {
        var window = rules.path("stabilizationWindowSeconds");
        var policies = new ArrayList<Policy>();
        for (var policy : rules.path("policies")) {
            policies.add(new Policy(
                    text(policy, "type").equals("Pods") ? Policy.Unit.PODS : Policy.Unit.PERCENT,
                    integer(policy, "value", 0),
                    Duration.ofSeconds(integer(policy, "periodSeconds", 0))));
        }
        return new Rules(
                window.isNumber() ? Duration.ofSeconds(window.asInt()) : stabilization,
                select(text(rules, "selectPolicy")),
                policies.isEmpty() ? usual : policies);
    }

    private static Select select(String text) {
        for (var select : Select.values()) {
            if (select.text().equals(text)) return select;
        }
        return Select.MAX;
    }

    private static Tolerance tolerance(JsonNode behavior, Tolerance usual) {
        return new Tolerance(
                tolerance(behavior.path("scaleDown"), usual.down()), tolerance(behavior.path("scaleUp"), usual.up()));
    }

    private static double tolerance(JsonNode rules, double usual) {
        var text = rules.path("tolerance");
        if (text.isMissingNode() || text.isNull()) return usual;
        return Quantity.parse(text.asText()) instanceof ParsedQuantity.Parsed(var quantity)
                ? quantity.toBigDecimal().doubleValue()
                : usual;
    }

    private static MetricSource metric(JsonNode metric) {
        var type = text(metric, "type");
        return switch (type) {
            case "Resource" -> {
                var source = metric.path("resource");
                yield resources(new MetricTarget.Resource(resource(source)), source);
            }
            case "ContainerResource" -> {
                var source = metric.path("containerResource");
                var container = text(source, "container");
                yield resources(new MetricTarget.ContainerResource(resource(source), container), source);
            }
            case "Pods" -> adapted(metric.path("pods"), "FailedGetPodsMetric", "custom.metrics.k8s.io");
            case "Object" -> adapted(metric.path("object"), "FailedGetObjectMetric", "custom.metrics.k8s.io");
            case "External" -> adapted(metric.path("external"), "FailedGetExternalMetric", "external.metrics.k8s.io");
            default -> new MetricSource.Unknown("unknown metric source type \"" + type + "\"");
        };
    }

    private static ResourceName resource(JsonNode source) {
        return ResourceName.of(text(source, "name"));
    }

    private static MetricSource adapted(JsonNode source, String reason, String api) {
        return new MetricSource.Adapted(text(source.path("metric"), "name"), reason, api);
    }

    private static MetricSource resources(MetricTarget metric, JsonNode source) {
        var target = source.path("target");
        return average(target)
                .<MetricSource>map(aim -> new MetricSource.Resources(metric, aim))
                .orElseGet(() -> target.path("averageUtilization").isNumber()
                        ? new MetricSource.Resources(
                                metric, new Aim.Utilization(integer(target, "averageUtilization", 0)))
                        : new MetricSource.Unknown(
                                "invalid resource metric source: neither an average utilization target nor an "
                                        + "average value (usage) target was set"));
    }

    private static Optional<Aim> average(JsonNode target) {
        var value = target.path("averageValue");
        if (value.isMissingNode() || value.isNull()) return Optional.empty();
        return Quantity.parse(value.asText()) instanceof ParsedQuantity.Parsed(var quantity)
                ? Optional.of(new Aim.AverageValue(quantity.milliValue()))
                : Optional.empty();
    }
}
