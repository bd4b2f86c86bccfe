package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;
import java.util.Optional;

/** Rules that single values are held to. */
final class ValueRules {
    private final List<FieldError> errors;

    ValueRules(List<FieldError> errors) {
        this.errors = errors;
    }

    void oneOf(String path, Optional<String> value, List<String> known) {
        if (value.isPresent() && !known.contains(value.get())) {
            errors.add(FieldError.notSupported(path, value.get(), known));
        }
    }

    Optional<Quantity> quantity(String path, Optional<String> text) {
        if (text.isEmpty()) return Optional.empty();
        if (Quantity.parse(text.get()) instanceof ParsedQuantity.Parsed(var quantity)) return Optional.of(quantity);
        errors.add(FieldError.invalid(path, text.get(), "must be a quantity"));
        return Optional.empty();
    }

    /** An amount that can be said in whole units of its resource. */
    Optional<Quantity> whole(String path, Optional<String> text, Compute compute) {
        var quantity = quantity(path, text);
        if (quantity.isEmpty()) return quantity;
        if (!compute.quantity(compute.units(quantity.get())).equals(quantity.get())) {
            var unit = compute == Compute.CPU ? "milli CPUs" : "bytes";
            errors.add(FieldError.invalid(path, text.orElse(""), "must be a whole number of " + unit));
        }
        if (quantity.get().isLessThan(Quantity.ZERO)) {
            errors.add(FieldError.invalid(path, text.orElse(""), "must be greater than or equal to 0"));
        }
        return quantity;
    }
}
