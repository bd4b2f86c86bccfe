package dev.plimsoll.cli.usage;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.OptionalLong;

/** Amounts as quantities or plain numbers: cores for CPU, bytes for memory. */
final class AmountText {
    private static final int EXACT_DIGITS = 15;

    private AmountText() {}

    static String expected(Compute compute) {
        return switch (compute) {
            case CPU -> "write cores, such as 0.25 or 250m";
            case MEMORY -> "write bytes, such as 134217728 or 128Mi";
        };
    }

    /** In the unit of the resource, rounded up; empty where it is no amount. */
    static OptionalLong units(String text, Compute compute) {
        var quick = plain(text, compute);
        if (quick >= 0) return OptionalLong.of(quick);
        if (Quantity.parse(text) instanceof ParsedQuantity.Parsed(var quantity) && quantity.sign() >= 0) {
            return OptionalLong.of(compute.units(quantity));
        }
        return scientific(text, compute);
    }

    /** Digits with an optional fraction, or with the suffix m; -1 for anything else. Most of a recording is such numbers. */
    private static long plain(String text, Compute compute) {
        var length = text.length();
        var isMilli = length > 0 && text.charAt(length - 1) == 'm';
        var end = isMilli ? length - 1 : length;
        if (end == 0 || end > EXACT_DIGITS) return -1;
        var number = 0L;
        var scale = 1L;
        var inFraction = false;
        for (var i = 0; i < end; i++) {
            var digit = text.charAt(i);
            if (digit == '.' && !inFraction && end > 1) inFraction = true;
            else if (digit < '0' || digit > '9') return -1;
            else {
                number = number * 10 + (digit - '0');
                if (inFraction) scale *= 10;
            }
        }
        if (isMilli) scale *= 1000;
        return Math.ceilDiv(compute == Compute.CPU ? number * 1000 : number, scale);
    }

    /** As Prometheus writes very small and very large numbers. */
    private static OptionalLong scientific(String text, Compute compute) {
        try {
            var number = Double.parseDouble(text);
            if (!(number >= 0) || number > Compute.LARGEST) return OptionalLong.empty();
            return OptionalLong.of((long) Math.ceil(compute == Compute.CPU ? number * 1000 : number));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
