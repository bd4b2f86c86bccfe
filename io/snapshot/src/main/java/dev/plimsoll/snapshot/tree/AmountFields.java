package dev.plimsoll.snapshot.tree;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Set;

/** Objects whose members are amounts of resources. */
public final class AmountFields {
    private static final Set<String> NAMES = Set.of(
            "requests",
            "limits",
            "capacity",
            "allocatable",
            "allocatedResources",
            "overhead",
            "podFixed",
            "hard",
            "used",
            "usage",
            "min",
            "max",
            "default",
            "defaultRequest",
            "maxLimitRequestRatio",
            "minAllowed",
            "maxAllowed",
            "target",
            "lowerBound",
            "upperBound",
            "uncappedTarget");

    private AmountFields() {}

    public static boolean contains(String name) {
        return NAMES.contains(name);
    }

    /** What is wrong with an amount; empty if nothing is. */
    static String problem(JsonNode amount) {
        if (!amount.isTextual() && !amount.isNumber()) return "";
        // One that is no quantity at all is found by whoever reads it.
        var isNegative =
                Quantity.parse(amount.asText()) instanceof ParsedQuantity.Parsed(var quantity) && quantity.sign() < 0;
        return isNegative ? amount.asText() + " is negative" : "";
    }
}
