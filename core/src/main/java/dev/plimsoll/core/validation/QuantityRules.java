package dev.plimsoll.core.validation;

import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.math.BigDecimal;
import java.util.List;

/** What a single entry of a resource list may be. */
public final class QuantityRules {
    private QuantityRules() {}

    /** Not negative, and whole where the resource is counted. */
    public static void check(ResourceName name, Quantity quantity, String path, List<FieldError> errors) {
        if (quantity.sign() < 0) {
            errors.add(FieldError.invalid(path, quantity.toString(), "must be greater than or equal to 0"));
        }
        if (ResourceNameRules.isCounted(name) && !quantity.roundedUpToMilli().isInteger()) {
            errors.add(FieldError.invalid(path, quantity.toString(), "must be an integer"));
        }
    }

    /** Huge pages come in whole pages. */
    static void checkPages(ResourceName name, Quantity quantity, String path, List<FieldError> errors) {
        if (isWholePages(name, quantity)) return;
        errors.add(FieldError.invalid(
                path, quantity.toString(), quantity + " is not positive integer multiple of " + name));
    }

    static boolean isWholePages(ResourceName name, Quantity quantity) {
        var size = HugePageSize.bytesIn(name);
        if (size.isEmpty()) return false;
        return quantity.toBigDecimal()
                        .remainder(BigDecimal.valueOf(size.getAsLong()))
                        .signum()
                == 0;
    }
}
