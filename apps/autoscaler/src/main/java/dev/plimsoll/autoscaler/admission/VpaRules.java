package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.ParsedQuantity;
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
    private static final String POD_POLICIES = "spec.resourcePolicy.podPolicies";

    private final boolean inPlace;
    private final boolean podLevel;
    private final List<FieldError> errors = new ArrayList<>();

    private VpaRules(boolean inPlace, boolean podLevel) {
        this.inPlace = inPlace;
        this.podLevel = podLevel;
    }

    /** Every rule that is broken; {@code before} is the object as it was, and nothing for a new one. */
    static List<FieldError> check(JsonNode object, JsonNode before, boolean inPlace, boolean podLevel) {
        var rules = new VpaRules(inPlace, podLevel);
        rules.spec(object.path("spec"), before.path("spec"), before.isObject());
        return rules.errors;
    }

    private void spec(JsonNode spec, JsonNode before, boolean isUpdate) {
        if (!isUpdate && !spec.path("targetRef").isObject()) {
            errors.add(FieldError.required("spec.targetRef", "targetRef is required"));
        }
        if (spec.path("updatePolicy").isObject()) updatePolicy(spec.path("updatePolicy"), before.path("updatePolicy"));
        var policies = spec.path("resourcePolicy").path("containerPolicies");
        for (var i = 0; i < policies.size(); i++) {
            containerPolicy("spec.resourcePolicy.containerPolicies[" + i + "]", policies.get(i));
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
            errors.add(FieldError.required("spec.updatePolicy.updateMode", "updateMode is required"));
        } else if (!mode.asText().equals("Auto") && !UPDATE_MODES.contains(mode.asText())) {
            errors.add(FieldError.notSupported("spec.updatePolicy.updateMode", mode.asText(), UPDATE_MODES));
        } else if (mode.asText().equals("InPlace")
                && !inPlace
                && !before.path("updateMode").asText().equals("InPlace")) {
            errors.add(FieldError.forbidden(
                    "spec.updatePolicy.updateMode",
                    "InPlace is not supported when the InPlace feature gate is disabled"));
        }
        if (policy.has("minReplicas") && policy.path("minReplicas").asInt() <= 0) {
            errors.add(FieldError.invalid(
                    "spec.updatePolicy.minReplicas", policy.path("minReplicas").asInt(), "must be greater than 0"));
        }
    }

    private void containerPolicy(String path, JsonNode policy) {
        if (policy.path("containerName").asText().isEmpty()) {
            errors.add(FieldError.required(path + ".containerName", "containerName is required"));
        }
        var modes = podLevel ? List.of("Auto", "Off", "RecommendationOnly") : List.of("Auto", "Off");
        oneOf(path + ".mode", policy.path("mode"), modes);
        common(path, policy);
        if (policy.path("mode").asText().equals("Off")
                && policy.path("controlledValues").asText().equals("RequestsAndLimits")) {
            errors.add(FieldError.forbidden(
                    path + ".controlledValues",
                    "controlledValues shouldn't be specified if container scaling mode is off"));
        }
    }

    private void podPolicies(JsonNode policy, boolean had) {
        if (!podLevel && !had) {
            errors.add(FieldError.forbidden(
                    POD_POLICIES, "not supported when the PodLevelResources feature gate is disabled"));
            return;
        }
        oneOf(POD_POLICIES + ".mode", policy.path("mode"), List.of("Auto", "PodAndContainers", "PodOnly", "Off"));
        common(POD_POLICIES, policy);
        for (var name : policy.path("controlledResources")) {
            oneOf(POD_POLICIES + ".controlledResources", name, List.of("cpu", "memory"));
        }
    }

    private void common(String path, JsonNode policy) {
        oneOf(path + ".controlledValues", policy.path("controlledValues"), CONTROLLED_VALUES);
        for (var compute : Compute.ALL) {
            var name = compute.resource().text();
            var min = bound(
                    path + ".minAllowed[" + name + "]",
                    policy.path("minAllowed").path(name),
                    compute);
            var max = bound(
                    path + ".maxAllowed[" + name + "]",
                    policy.path("maxAllowed").path(name),
                    compute);
            if (min.isPresent() && max.isPresent() && max.get().isLessThan(min.get())) {
                errors.add(FieldError.invalid(
                        path + ".maxAllowed[" + name + "]",
                        max.get().toString(),
                        "must be greater than or equal to minAllowed of " + min.get()));
            }
        }
    }

    private Optional<Quantity> bound(String path, JsonNode node, Compute compute) {
        if (node.isMissingNode()) return Optional.empty();
        if (!(Quantity.parse(node.asText()) instanceof ParsedQuantity.Parsed(var quantity))) {
            errors.add(FieldError.invalid(path, node.asText(), "must be a quantity"));
            return Optional.empty();
        }
        if (!compute.quantity(compute.units(quantity)).equals(quantity)) {
            var unit = compute == Compute.CPU ? "milli CPUs" : "bytes";
            errors.add(FieldError.invalid(path, node.asText(), "must be a whole number of " + unit));
        }
        return Optional.of(quantity);
    }

    private void oneOf(String path, JsonNode value, List<String> known) {
        if (value.isMissingNode() || value.isNull() || known.contains(value.asText())) return;
        errors.add(FieldError.notSupported(path, value.asText(), known));
    }
}
