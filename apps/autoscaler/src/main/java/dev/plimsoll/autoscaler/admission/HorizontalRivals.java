package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * HorizontalPodAutoscalers that scale the same target by a part of the very requests that an object changes: more use makes
 * requests grow, which makes the part fall, which takes pods away, so that those left use more.
 */
final class HorizontalRivals {
    private final JsonNode spec;
    private final boolean podLevel;

    private HorizontalRivals(JsonNode spec, boolean podLevel) {
        this.spec = spec;
        this.podLevel = podLevel;
    }

    /** A warning for each metric; an object that changes no running pods and no new ones has no rivals. */
    static List<String> of(JsonNode spec, boolean podLevel, List<ObjectNode> scalers) {
        if (spec.path("updatePolicy").path("updateMode").asText().equals("Off")) return List.of();
        var rivals = new HorizontalRivals(spec, podLevel);
        var warnings = new ArrayList<String>();
        for (var scaler : scalers) {
            if (!isSame(spec.path("targetRef"), scaler.path("spec").path("scaleTargetRef"))) continue;
            for (var metric : scaler.path("spec").path("metrics")) {
                if (!rivals.collidesWith(metric)) continue;
                warnings.add(text(scaler.path("metadata").path("name").asText(), measured(metric)));
            }
        }
        return warnings;
    }

    private static String text(String scaler, JsonNode measured) {
        var name = measured.path("name").asText();
        var container = measured.path("container").asText();
        return "HorizontalPodAutoscaler " + scaler + " scales the same target by the utilization of " + name
                + (container.isEmpty() ? "" : " of container " + container)
                + ", which changes with every request of " + name
                + " that this object changes; leave " + name
                + " out of controlledResources, or scale by averageValue or another metric";
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        return one.path("kind").equals(other.path("kind"))
                && one.path("name").equals(other.path("name"))
                && group(one).equals(group(other));
    }

    private static String group(JsonNode reference) {
        var version = reference.path("apiVersion").asText();
        return version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
    }

    private static JsonNode measured(JsonNode metric) {
        return metric.path(metric.path("type").asText().equals("ContainerResource") ? "containerResource" : "resource");
    }

    private boolean collidesWith(JsonNode metric) {
        var measured = measured(metric);
        // An average value is not divided by requests.
        if (!measured.path("target").path("type").asText().equals("Utilization")) return false;
        var name = measured.path("name").asText();
        return switch (metric.path("type").asText()) {
            case "Resource" -> podLevel ? controls(pod(), name) : containersAreControlled(name);
            case "ContainerResource" -> isControlled(measured.path("container").asText(), name);
            default -> false;
        };
    }

    private JsonNode pod() {
        return spec.path("resourcePolicy").path("podPolicies");
    }

    private JsonNode policies() {
        return spec.path("resourcePolicy").path("containerPolicies");
    }

    private boolean containersAreControlled(String name) {
        var all = false;
        for (var policy : policies()) {
            if (applies(policy) && controls(policy, name)) return true;
            all |= policy.path("containerName").asText().equals("*");
        }
        return !all; // containers without a policy are controlled
    }

    private boolean isControlled(String container, String name) {
        for (var wanted : List.of(container, "*")) {
            for (var policy : policies()) {
                if (!policy.path("containerName").asText().equals(wanted)) continue;
                return applies(policy) && controls(policy, name);
            }
        }
        return true;
    }

    private static boolean applies(JsonNode policy) {
        return policy.path("mode").asText("Auto").equals("Auto");
    }

    /** Both resources where nothing is said. */
    private static boolean controls(JsonNode policy, String name) {
        var list = policy.path("controlledResources");
        if (!list.isArray()) return true;
        for (var each : list) if (each.asText().equals(name)) return true;
        return false;
    }
}
