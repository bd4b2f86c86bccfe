package dev.plimsoll.controllers.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.estimation.replicas.Metric;
import dev.plimsoll.core.estimation.replicas.ReplicaCalculator.Aim;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Optional;

/** One entry of {@code spec.metrics}. */
sealed interface MeasuredBy {
    /** Use of resources, which metrics.k8s.io tells. */
    record Resources(Metric metric, Aim aim) implements MeasuredBy {
        /** As reasons of a rescale name it. */
        String name() {
            var kind = metric instanceof Metric.ContainerResource ? " container resource" : " resource";
            return metric.resource()
                    + kind
                    + (aim instanceof Aim.Utilization ? " utilization (percentage of request)" : "");
        }
    }

    /** Something that an adapter would have to tell. */
    record Adapted(String name, String reason, String api) implements MeasuredBy {
        String problem() {
            return "unable to get metric " + name + ": unable to fetch metrics from "
                    + api.substring(0, api.indexOf('.')) + " metrics API: no " + api.substring(0, api.indexOf('.'))
                    + " metrics API (" + api + ") registered";
        }
    }

    /** Something that cannot be read. */
    record Unknown(String problem) implements MeasuredBy {}

    static MeasuredBy of(JsonNode metric) {
        var type = metric.path("type").asText();
        return switch (type) {
            case "Resource" -> {
                var source = metric.path("resource");
                yield resources(new Metric.Resource(resource(source)), source);
            }
            case "ContainerResource" -> {
                var source = metric.path("containerResource");
                var container = source.path("container").asText();
                yield resources(new Metric.ContainerResource(resource(source), container), source);
            }
            case "Pods" -> adapted(metric.path("pods"), "FailedGetPodsMetric", "custom.metrics.k8s.io");
            case "Object" -> adapted(metric.path("object"), "FailedGetObjectMetric", "custom.metrics.k8s.io");
            case "External" -> adapted(metric.path("external"), "FailedGetExternalMetric", "external.metrics.k8s.io");
            default -> new Unknown("unknown metric source type \"" + type + "\"");
        };
    }

    private static ResourceName resource(JsonNode source) {
        return ResourceName.of(source.path("name").asText());
    }

    private static MeasuredBy adapted(JsonNode source, String reason, String api) {
        return new Adapted(source.path("metric").path("name").asText(), reason, api);
    }

    private static MeasuredBy resources(Metric metric, JsonNode source) {
        var target = source.path("target");
        return average(target)
                .<MeasuredBy>map(aim -> new Resources(metric, aim))
                .orElseGet(() -> target.path("averageUtilization").isNumber()
                        ? new Resources(
                                metric,
                                new Aim.Utilization(
                                        target.path("averageUtilization").asInt()))
                        : new Unknown("invalid resource metric source: neither an average utilization target nor an "
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
