package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.objects.autoscaling.vertical.PodPolicyNames;
import dev.plimsoll.objects.autoscaling.vertical.WrittenAmounts;
import dev.plimsoll.objects.autoscaling.vertical.WrittenPolicy;
import dev.plimsoll.objects.autoscaling.vertical.WrittenUpdatePolicy;
import dev.plimsoll.objects.autoscaling.vertical.WrittenVpaSpec;
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
    private static final String POD_POLICIES = PodPolicyNames.CURRENT.path();
    private static final List<String> COMPUTE = List.of("cpu", "memory");
    private static final String RECOMMENDATION_ONLY = "RecommendationOnly";

    private final AutoscalerGates gates;
    private final List<FieldError> errors = new ArrayList<>();
    private final ValueRules values = new ValueRules(errors);
    private final GatedRules gated;

    private VpaRules(AutoscalerGates gates, WrittenVpaSpec before) {
        this.gates = gates;
        this.gated = new GatedRules(gates, before, errors);
    }

    /** Every rule that is broken; {@code before} is the object as it was, and nothing for a new one. */
    static List<FieldError> check(WrittenVpaSpec spec, Optional<WrittenVpaSpec> before, AutoscalerGates gates) {
        var rules = new VpaRules(gates, before.orElse(WrittenVpaSpec.NONE));
        rules.spec(spec, before.orElse(WrittenVpaSpec.NONE), before.isPresent());
        return rules.errors;
    }

    private void spec(WrittenVpaSpec spec, WrittenVpaSpec before, boolean isUpdate) {
        if (!isUpdate && spec.targetRef().isEmpty()) {
            errors.add(FieldError.required("spec.targetRef", "targetRef is required"));
        }
        spec.updatePolicy().ifPresent(policy -> updatePolicy(policy, before.updateMode()));
        gated.boost("spec.startupBoost", spec.startupBoost());
        var policies = spec.containerPolicies();
        var hadRecommendationOnly = before.containerPolicies().stream()
                .anyMatch(policy ->
                        policy.mode().filter(RECOMMENDATION_ONLY::equals).isPresent());
        for (var i = 0; i < policies.size(); i++) {
            containerPolicy("spec.resourcePolicy.containerPolicies[" + i + "]", policies.get(i), hadRecommendationOnly);
        }
        spec.podPolicies()
                .ifPresent(pod -> podPolicies(pod, before.podPolicies().isPresent()));
        var recommenders = spec.recommenders().size();
        if (recommenders > 1) {
            errors.add(FieldError.invalid("spec.recommenders", recommenders, "at most one recommender is supported"));
        }
    }

    private void updatePolicy(WrittenUpdatePolicy policy, Optional<String> before) {
        var mode = policy.updateMode().orElse("");
        if (policy.updateMode().isEmpty()) {
            errors.add(FieldError.required(UPDATE_MODE, "updateMode is required"));
        } else if (!mode.equals(UpdateMode.AUTO) && !UPDATE_MODES.contains(mode)) {
            errors.add(FieldError.notSupported(UPDATE_MODE, mode, UPDATE_MODES));
        } else if (mode.equals(UpdateMode.IN_PLACE.text())
                && !gates.isOn(AutoscalerGate.IN_PLACE)
                && before.filter(mode::equals).isEmpty()) {
            errors.add(FieldError.forbidden(
                    UPDATE_MODE, "InPlace is not supported when the InPlace feature gate is disabled"));
        }
        var least = policy.minReplicas();
        if (least.isPresent() && least.getAsLong() <= 0) {
            errors.add(
                    FieldError.invalid("spec.updatePolicy.minReplicas", least.getAsLong(), "must be greater than 0"));
        }
        gated.atLeastOne("spec.updatePolicy.evictAfterOOMSeconds", policy.evictAfterOomSeconds());
    }

    private void containerPolicy(String path, WrittenPolicy policy, boolean hadRecommendationOnly) {
        if (policy.containerName().isEmpty()) {
            errors.add(FieldError.required(path + ".containerName", "containerName is required"));
        }
        var mode = policy.mode().orElse("");
        var podLevel = gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES);
        if (mode.equals(RECOMMENDATION_ONLY) && !podLevel && !hadRecommendationOnly) {
            errors.add(FieldError.forbidden(
                    path + ".mode",
                    "RecommendationOnly is not supported when the PodLevelResources feature gate is disabled"));
        } else {
            values.oneOf(path + ".mode", policy.mode(), modes(podLevel || hadRecommendationOnly));
        }
        common(path, policy);
        if (mode.equals(ContainerMode.OFF.text())
                && policy.controlledValues()
                        .filter(ControlledValues.REQUESTS_AND_LIMITS.text()::equals)
                        .isPresent()) {
            errors.add(FieldError.forbidden(
                    path + ".controlledValues",
                    "controlledValues shouldn't be specified if container scaling mode is off"));
        }
        gated.memory(path, policy);
        gated.boost(path + ".startupBoost", policy.startupBoost());
    }

    private static List<String> modes(boolean podLevel) {
        return podLevel ? List.of("Auto", "Off", RECOMMENDATION_ONLY) : List.of("Auto", "Off");
    }

    private void podPolicies(WrittenPolicy policy, boolean had) {
        if (!gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES) && !had) {
            errors.add(FieldError.forbidden(
                    POD_POLICIES, "not supported when the PodLevelResources feature gate is disabled"));
            return;
        }
        values.oneOf(POD_POLICIES + ".mode", policy.mode(), PodPolicyNames.CURRENT.modeNames());
        values.oneOf(POD_POLICIES + ".estimator", policy.estimator(), List.of("Sum", "Whole"));
        common(POD_POLICIES, policy);
        for (var name : policy.controlledResources().orElse(List.of())) {
            values.oneOf(POD_POLICIES + ".controlledResources", Optional.of(name), COMPUTE);
        }
        for (var name : policy.minAllowed().names()) {
            values.oneOf(POD_POLICIES + ".minAllowed", Optional.of(name), COMPUTE);
        }
        for (var name : policy.maxAllowed().names()) {
            values.oneOf(POD_POLICIES + ".maxAllowed", Optional.of(name), COMPUTE);
        }
    }

    private void common(String path, WrittenPolicy policy) {
        values.oneOf(path + ".controlledValues", policy.controlledValues(), CONTROLLED_VALUES);
        values.oneOf(path + ".maxAllowedScope", policy.maxAllowedScope(), MAX_ALLOWED_SCOPES);
        for (var compute : Compute.ALL) {
            var name = compute.resource().text();
            var min = bound(path + ".minAllowed[" + name + "]", policy.minAllowed(), compute);
            var max = bound(path + ".maxAllowed[" + name + "]", policy.maxAllowed(), compute);
            if (min.isPresent() && max.isPresent() && max.get().isLessThan(min.get())) {
                errors.add(FieldError.invalid(
                        path + ".maxAllowed[" + name + "]",
                        max.get().toString(),
                        "must be greater than or equal to minAllowed of " + min.get()));
            }
        }
    }

    private Optional<Quantity> bound(String path, WrittenAmounts amounts, Compute compute) {
        return values.whole(path, amounts.text(compute.resource()), compute);
    }
}
