package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
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

    void oneOf(String path, JsonNode value, List<String> known) {
        if (value.isMissingNode() || value.isNull() || known.contains(value.asText())) return;
        errors.add(FieldError.notSupported(path, value.asText(), known));
    }

    Optional<Quantity> quantity(String path, JsonNode node) {
        if (node.isMissingNode() || node.isNull()) return Optional.empty();
        if (Quantity.parse(node.asText()) instanceof ParsedQuantity.Parsed(var quantity)) return Optional.of(quantity);
        errors.add(FieldError.invalid(path, node.asText(), "must be a quantity"));
        return Optional.empty();
    }

    /** An amount that can be said in whole units of its resource. */
    Optional<Quantity> whole(String path, JsonNode node, Compute compute) {
        var quantity = quantity(path, node);
        if (quantity.isPresent()
                && !compute.quantity(compute.units(quantity.get())).equals(quantity.get())) {
            var unit = compute == Compute.CPU ? "milli CPUs" : "bytes";
            errors.add(FieldError.invalid(path, node.asText(), "must be a whole number of " + unit));
        }
        if (quantity.isPresent() && quantity.get().isLessThan(Quantity.ZERO)) {
            errors.add(FieldError.invalid(path, node.asText(), "must be greater than or equal to 0"));
        }
        return quantity;
    }
}
