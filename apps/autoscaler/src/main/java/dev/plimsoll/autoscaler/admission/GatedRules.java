package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.objects.autoscaling.vertical.WrittenBoost;
import dev.plimsoll.objects.autoscaling.vertical.WrittenPolicy;
import dev.plimsoll.objects.autoscaling.vertical.WrittenVpaSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The fields of the gates {@code PerVPAConfig} and {@code CPUStartupBoost}. */
final class GatedRules {
    private final boolean perVpa;
    private final boolean boosts;
    private final List<FieldError> errors;
    private final ValueRules values;

    /** @param before the spec as it was, which may have fields of a gate that is off now */
    GatedRules(AutoscalerGates gates, WrittenVpaSpec before, List<FieldError> errors) {
        this.perVpa = gates.isOn(AutoscalerGate.PER_VPA_CONFIG) || before.hasSettingsOfItsOwn();
        this.boosts = gates.isOn(AutoscalerGate.CPU_STARTUP_BOOST) || before.hasBoost();
        this.errors = errors;
        this.values = new ValueRules(errors);
    }

    /** Whether a field may be there. */
    private boolean isAllowed(String path) {
        if (!perVpa) {
            errors.add(FieldError.forbidden(path, "not supported when the PerVPAConfig feature gate is disabled"));
        }
        return perVpa;
    }

    void atLeastOne(String path, OptionalLong value) {
        if (value.isPresent() && isAllowed(path) && value.getAsLong() < 1) {
            errors.add(FieldError.invalid(path, value.getAsLong(), "must be greater than or equal to 1"));
        }
    }

    void memory(String path, WrittenPolicy policy) {
        least(path + ".oomBumpUpRatio", policy.oomBumpUpRatio(), Quantity.ofMilli(1000));
        least(path + ".oomMinBumpUp", policy.oomMinBumpUp(), Quantity.ofMilli(0));
        atLeastOne(path + ".memoryAggregationIntervalSeconds", policy.memoryAggregationIntervalSeconds());
        atLeastOne(path + ".memoryAggregationIntervalCount", policy.memoryAggregationIntervalCount());
    }

    private void least(String path, Optional<String> text, Quantity least) {
        if (text.isEmpty() || !isAllowed(path)) return;
        values.quantity(path, text)
                .filter(quantity -> quantity.isLessThan(least))
                .ifPresent(quantity -> errors.add(
                        FieldError.invalid(path, quantity.toString(), "must be greater than or equal to " + least)));
    }

    void boost(String path, Optional<WrittenBoost> boost) {
        if (boost.isEmpty()) return;
        if (!boosts) {
            errors.add(FieldError.forbidden(path, "not supported when the CPUStartupBoost feature gate is disabled"));
            return;
        }
        if (!boost.get().isOfCpu()) return;
        switch (boost.get().type().orElse("")) {
            case "Factor" -> factor(path + ".cpu", boost.get());
            case "Quantity" -> quantity(path + ".cpu", boost.get());
            default -> values.oneOf(path + ".cpu.type", boost.get().type(), List.of("Factor", "Quantity"));
        }
    }

    private void factor(String path, WrittenBoost cpu) {
        if (cpu.factor().isEmpty()) {
            errors.add(FieldError.required(path + ".factor", "factor is required where type is Factor"));
        } else if (cpu.factor().getAsLong() < 1) {
            errors.add(FieldError.invalid(
                    path + ".factor", cpu.factor().getAsLong(), "must be greater than or equal to 1"));
        }
        if (cpu.quantity().isPresent()) {
            errors.add(FieldError.forbidden(path + ".quantity", "quantity goes with type Quantity"));
        }
    }

    private void quantity(String path, WrittenBoost cpu) {
        if (cpu.quantity().isEmpty()) {
            errors.add(FieldError.required(path + ".quantity", "quantity is required where type is Quantity"));
        }
        values.whole(path + ".quantity", cpu.quantity(), Compute.CPU);
        if (cpu.factor().isPresent()) {
            errors.add(FieldError.forbidden(path + ".factor", "factor goes with type Factor"));
        }
    }
}
