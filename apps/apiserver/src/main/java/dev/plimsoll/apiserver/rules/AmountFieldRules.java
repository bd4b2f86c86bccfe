package dev.plimsoll.apiserver.rules;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/** Amounts of something that must be there. */
final class AmountFieldRules {
    private AmountFieldRules() {}

    /** @param at where messages place the amount */
    static void positive(FieldValue at, Findings found) {
        var amount = read(at);
        if (amount != null && amount.sign() <= 0)
            found.invalidShown(at, '"' + amount.toString() + '"', Findings.POSITIVE);
    }

    static void notNegative(FieldValue at, Findings found) {
        var amount = read(at);
        if (amount != null && amount.sign() < 0) {
            found.invalidShown(at, '"' + amount.toString() + '"', Findings.NOT_NEGATIVE);
        }
    }

    static @Nullable Quantity read(FieldValue at) {
        if (!at.isGiven()) return null;
        return Quantity.parse(at.text()) instanceof ParsedQuantity.Parsed(var quantity) ? quantity : null;
    }
}
