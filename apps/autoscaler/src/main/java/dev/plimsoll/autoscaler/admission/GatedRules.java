package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;

/** The fields of the gates {@code PerVPAConfig} and {@code CPUStartupBoost}. */
final class GatedRules {
    private static final List<String> PER_VPA = List.of(
            "evictAfterOOMSeconds",
            "oomBumpUpRatio",
            "oomMinBumpUp",
            "memoryAggregationIntervalSeconds",
            "memoryAggregationIntervalCount");

    private final boolean perVpa;
    private final boolean boosts;
    private final List<FieldError> errors;
    private final ValueRules values;

    GatedRules(AutoscalerGates gates, JsonNode specBefore, List<FieldError> errors) {
        this.perVpa = gates.isOn(AutoscalerGate.PER_VPA_CONFIG)
                || PER_VPA.stream().anyMatch(field -> specBefore.findValue(field) != null);
        this.boosts = gates.isOn(AutoscalerGate.CPU_STARTUP_BOOST) || specBefore.findValue("startupBoost") != null;
        this.errors = errors;
        this.values = new ValueRules(errors);
    }

    /** Whether the field is there and may be. */
    private boolean isAllowed(String path, JsonNode node) {
        if (node.isMissingNode() || node.isNull()) return false;
        if (perVpa) return true;
        errors.add(FieldError.forbidden(path, "not supported when the PerVPAConfig feature gate is disabled"));
        return false;
    }

    void atLeastOne(String path, JsonNode node) {
        if (isAllowed(path, node) && node.asLong() < 1) {
            errors.add(FieldError.invalid(path, node.asLong(), "must be greater than or equal to 1"));
        }
    }

    void memory(String path, JsonNode policy) {
        least(path + ".oomBumpUpRatio", policy.path("oomBumpUpRatio"), Quantity.ofMilli(1000));
        least(path + ".oomMinBumpUp", policy.path("oomMinBumpUp"), Quantity.ofMilli(0));
        atLeastOne(path + ".memoryAggregationIntervalSeconds", policy.path("memoryAggregationIntervalSeconds"));
        atLeastOne(path + ".memoryAggregationIntervalCount", policy.path("memoryAggregationIntervalCount"));
    }

    private void least(String path, JsonNode node, Quantity least) {
        if (!isAllowed(path, node)) return;
        values.quantity(path, node)
                .filter(quantity -> quantity.isLessThan(least))
                .ifPresent(quantity -> errors.add(
                        FieldError.invalid(path, quantity.toString(), "must be greater than or equal to " + least)));
    }

    void boost(String path, JsonNode boost) {
        if (boost.isMissingNode() || boost.isNull()) return;
        if (!boosts) {
            errors.add(FieldError.forbidden(path, "not supported when the CPUStartupBoost feature gate is disabled"));
            return;
        }
        var cpu = boost.path("cpu");
        if (!cpu.isObject()) return;
        switch (cpu.path("type").asText()) {
            case "Factor" -> factor(path + ".cpu", cpu);
            case "Quantity" -> quantity(path + ".cpu", cpu);
            default -> values.oneOf(path + ".cpu.type", cpu.path("type"), List.of("Factor", "Quantity"));
        }
    }

    private void factor(String path, JsonNode cpu) {
        if (!cpu.has("factor")) {
            errors.add(FieldError.required(path + ".factor", "factor is required where type is Factor"));
        } else if (cpu.path("factor").asLong() < 1) {
            errors.add(FieldError.invalid(
                    path + ".factor", cpu.path("factor").asLong(), "must be greater than or equal to 1"));
        }
        if (cpu.has("quantity")) {
            errors.add(FieldError.forbidden(path + ".quantity", "quantity goes with type Quantity"));
        }
    }

    private void quantity(String path, JsonNode cpu) {
        if (!cpu.has("quantity")) {
            errors.add(FieldError.required(path + ".quantity", "quantity is required where type is Quantity"));
        }
        values.whole(path + ".quantity", cpu.path("quantity"), Compute.CPU);
        if (cpu.has("factor")) errors.add(FieldError.forbidden(path + ".factor", "factor goes with type Factor"));
    }
}
