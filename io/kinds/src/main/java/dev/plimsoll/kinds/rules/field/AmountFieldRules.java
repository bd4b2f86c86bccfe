package dev.plimsoll.kinds.rules.field;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/** Amounts of something that must be there. */
public final class AmountFieldRules {
    private AmountFieldRules() {}

    /** The amount is above zero. */
    public static void positive(FieldValue at, Findings found) {
        var amount = read(at);
        if (amount != null && amount.sign() <= 0)
            found.invalidShown(at, '"' + amount.toString() + '"', Findings.POSITIVE);
    }

    public static void notNegative(FieldValue at, Findings found) {
        var amount = read(at);
        if (amount != null && amount.sign() < 0) {
            found.invalidShown(at, '"' + amount.toString() + '"', Findings.NOT_NEGATIVE);
        }
    }

    public static @Nullable Quantity read(FieldValue at) {
        if (!at.isGiven()) return null;
        return Quantity.parse(at.text()) instanceof ParsedQuantity.Parsed(var quantity) ? quantity : null;
    }
}
