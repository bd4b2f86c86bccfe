package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What must hold of a VerticalPodAutoscaler beyond its schema. Fields of a gate that is off may stay on objects that had them.
 */
final class VpaRules {
    private static final List<String> UPDATE_MODES =
            List.of("Off", "Initial", "Recreate", "InPlaceOrRecreate", "InPlace");
    private static final List<String> CONTROLLED_VALUES = List.of("RequestsAndLimits", "RequestsOnly");
    private static final List<String> MAX_ALLOWED_SCOPES = List.of("Requests", "RequestsAndLimits");
    private static final String UPDATE_MODE = "spec.updatePolicy.updateMode";
    private static final String POD_POLICIES = "spec.resourcePolicy.podPolicies";
    private static final String RECOMMENDATION_ONLY = "RecommendationOnly";

    private final AutoscalerGates gates;
    private final List<FieldError> errors = new ArrayList<>();
    private final ValueRules values = new ValueRules(errors);
    private final GatedRules gated;

    private VpaRules(AutoscalerGates gates, JsonNode before) {
        this.gates = gates;
        this.gated = new GatedRules(gates, before, errors);
    }

    /** Every rule that is broken; {@code before} is the object as it was, and nothing for a new one. */
    static List<FieldError> check(JsonNode object, JsonNode before, AutoscalerGates gates) {
        var rules = new VpaRules(gates, before.path("spec"));
        rules.spec(object.path("spec"), before.path("spec"), before.isObject());
        return rules.errors;
    }

    private void spec(JsonNode spec, JsonNode before, boolean isUpdate) {
        if (!isUpdate && !spec.path("targetRef").isObject()) {
            errors.add(FieldError.required("spec.targetRef", "targetRef is required"));
        }
        if (spec.path("updatePolicy").isObject()) updatePolicy(spec.path("updatePolicy"), before.path("updatePolicy"));
        gated.boost("spec.startupBoost", spec.path("startupBoost"));
        var policies = spec.path("resourcePolicy").path("containerPolicies");
        var hadRecommendationOnly = before.path("resourcePolicy")
                .path("containerPolicies")
                .findValuesAsText("mode")
                .contains(RECOMMENDATION_ONLY);
        for (var i = 0; i < policies.size(); i++) {
            containerPolicy("spec.resourcePolicy.containerPolicies[" + i + "]", policies.get(i), hadRecommendationOnly);
        }
        var pod = spec.path("resourcePolicy").path("podPolicies");
        if (pod.isObject())
            podPolicies(pod, before.path("resourcePolicy").path("podPolicies").isObject());
        if (spec.path("recommenders").size() > 1) {
            errors.add(FieldError.invalid(
                    "spec.recommenders", spec.path("recommenders").size(), "at most one recommender is supported"));
        }
    }

    private void updatePolicy(JsonNode policy, JsonNode before) {
        var mode = policy.path("updateMode");
        if (mode.isMissingNode() || mode.isNull()) {
            errors.add(FieldError.required(UPDATE_MODE, "updateMode is required"));
        } else if (!mode.asText().equals("Auto") && !UPDATE_MODES.contains(mode.asText())) {
            errors.add(FieldError.notSupported(UPDATE_MODE, mode.asText(), UPDATE_MODES));
        } else if (mode.asText().equals("InPlace")
                && !gates.isOn(AutoscalerGate.IN_PLACE)
                && !before.path("updateMode").asText().equals("InPlace")) {
            errors.add(FieldError.forbidden(
                    UPDATE_MODE, "InPlace is not supported when the InPlace feature gate is disabled"));
        }
        if (policy.has("minReplicas") && policy.path("minReplicas").asInt() <= 0) {
            errors.add(FieldError.invalid(
                    "spec.updatePolicy.minReplicas", policy.path("minReplicas").asInt(), "must be greater than 0"));
        }
        gated.atLeastOne("spec.updatePolicy.evictAfterOOMSeconds", policy.path("evictAfterOOMSeconds"));
    }

    private void containerPolicy(String path, JsonNode policy, boolean hadRecommendationOnly) {
        if (policy.path("containerName").asText().isEmpty()) {
            errors.add(FieldError.required(path + ".containerName", "containerName is required"));
        }
        var mode = policy.path("mode");
        var podLevel = gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES);
        if (mode.asText().equals(RECOMMENDATION_ONLY) && !podLevel && !hadRecommendationOnly) {
            errors.add(FieldError.forbidden(
                    path + ".mode",
                    "RecommendationOnly is not supported when the PodLevelResources feature gate is disabled"));
        } else {
            values.oneOf(path + ".mode", mode, modes(podLevel || hadRecommendationOnly));
        }
        common(path, policy);
        if (mode.asText().equals("Off")
                && policy.path("controlledValues").asText().equals("RequestsAndLimits")) {
            errors.add(FieldError.forbidden(
                    path + ".controlledValues",
                    "controlledValues shouldn't be specified if container scaling mode is off"));
        }
        gated.memory(path, policy);
        gated.boost(path + ".startupBoost", policy.path("startupBoost"));
    }

    private static List<String> modes(boolean podLevel) {
        return podLevel ? List.of("Auto", "Off", RECOMMENDATION_ONLY) : List.of("Auto", "Off");
    }

    private void podPolicies(JsonNode policy, boolean had) {
        if (!gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES) && !had) {
            errors.add(FieldError.forbidden(
                    POD_POLICIES, "not supported when the PodLevelResources feature gate is disabled"));
            return;
        }
        values.oneOf(
                POD_POLICIES + ".mode", policy.path("mode"), List.of("Auto", "PodAndContainers", "PodOnly", "Off"));
        values.oneOf(POD_POLICIES + ".estimator", policy.path("estimator"), List.of("Sum", "Whole"));
        common(POD_POLICIES, policy);
        for (var name : policy.path("controlledResources")) {
            values.oneOf(POD_POLICIES + ".controlledResources", name, List.of("cpu", "memory"));
        }
        for (var side : List.of("minAllowed", "maxAllowed")) {
            for (var entry : policy.path(side).properties()) {
                values.oneOf(POD_POLICIES + "." + side, TextNode.valueOf(entry.getKey()), List.of("cpu", "memory"));
            }
        }
    }

    private void common(String path, JsonNode policy) {
        values.oneOf(path + ".controlledValues", policy.path("controlledValues"), CONTROLLED_VALUES);
        values.oneOf(path + ".maxAllowedScope", policy.path("maxAllowedScope"), MAX_ALLOWED_SCOPES);
        for (var compute : Compute.ALL) {
            var name = compute.resource().text();
            var min = bound(path + ".minAllowed[" + name + "]", policy.path("minAllowed"), compute);
            var max = bound(path + ".maxAllowed[" + name + "]", policy.path("maxAllowed"), compute);
            if (min.isPresent() && max.isPresent() && max.get().isLessThan(min.get())) {
                errors.add(FieldError.invalid(
                        path + ".maxAllowed[" + name + "]",
                        max.get().toString(),
                        "must be greater than or equal to minAllowed of " + min.get()));
            }
        }
    }

    private Optional<Quantity> bound(String path, JsonNode list, Compute compute) {
        return values.whole(path, list.path(compute.resource().text()), compute);
    }
}
