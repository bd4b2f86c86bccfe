package dev.plimsoll.cli.recommend;

import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.estimation.report.Prices;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What resources cost, where the user has said so.
 *
 * @param currency goes before an amount; may be empty
 */
record Money(@Nullable Prices pricesOrNull, String currency) {
    boolean isKnown() {
        return pricesOrNull != null;
    }

    /** For comparisons: a weight will do where no price is known. */
    Prices weights() {
        return pricesOrNull == null ? Prices.WEIGHTS : pricesOrNull;
    }

    Optional<Double> month(ComputeAmounts amounts) {
        return Optional.ofNullable(pricesOrNull).map(prices -> prices.month(amounts));
    }

    /** Empty where no price is known. */
    String text(ComputeAmounts amounts) {
        return month(amounts)
                .map(sum -> currency + String.format(Locale.ROOT, sum >= 100 ? "%,.0f" : "%.2f", sum))
                .orElse("");
    }

    /** {@code cpu=0.03,memory=0.004}; what is wrong with it goes to the problems. */
    static Money parse(String text, String currency, List<String> problems) {
        if (text.isEmpty()) return new Money(null, currency);
        var cpu = -1.0;
        var memory = -1.0;
        for (var part : text.split(",", -1)) {
            var equals = part.indexOf('=');
            var value = equals < 0 ? -1 : number(part.substring(equals + 1));
            switch (equals < 0 ? "" : part.substring(0, equals).strip()) {
                case "cpu" -> cpu = value;
                case "memory" -> memory = value;
                default -> value = -1;
            }
            if (value < 0) {
                problems.add("--cost " + text + ": write what a core and a GiB cost for an hour, such as "
                        + "cpu=0.0316,memory=0.0042");
                return new Money(null, currency);
            }
        }
        return new Money(new Prices(Math.max(0, cpu), Math.max(0, memory)), currency);
    }

    private static double number(String text) {
        try {
            var number = Double.parseDouble(text.strip());
            return Double.isFinite(number) ? number : -1;
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
