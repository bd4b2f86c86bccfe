package dev.plimsoll.runtime.http;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Whether something is well. */
@FunctionalInterface
public interface HealthCheck {
    /** Always. */
    HealthCheck GOOD = Optional::empty;

    /** What is wrong; empty where nothing is. */
    Optional<String> problem();

    static HealthCheck of(BooleanSupplier isGood, String otherwise) {
        return () -> isGood.getAsBoolean() ? Optional.empty() : Optional.of(otherwise);
    }
}
