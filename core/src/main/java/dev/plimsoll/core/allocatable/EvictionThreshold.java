package dev.plimsoll.core.allocatable;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** How much of a resource must be available: an amount, or a share of what the node has. */
public sealed interface EvictionThreshold {
    /** At least so many bytes. */
    record Amount(long amount) implements EvictionThreshold {}

    /** At least so many hundredths of what the node has. */
    record Percent(BigDecimal percent) implements EvictionThreshold {}

    /** Nobody is ever evicted for it. */
    record Off() implements EvictionThreshold {}

    /** In bytes, of a node that has so many; less available means pressure. */
    default long bytes(long capacity) {
        return switch (this) {
            case Amount(var amount) -> amount;
            case Percent(var percent) ->
                percent.multiply(BigDecimal.valueOf(capacity))
                        .movePointLeft(2)
                        .setScale(0, RoundingMode.DOWN)
                        .longValue();
            case Off _ -> 0;
        };
    }

    /** As a kubelet's configuration has it. */
    default String text() {
        return switch (this) {
            case Amount(var amount) ->
                Quantity.of(amount, QuantityFormat.BINARY_SI).toString();
            case Percent(var percent) -> percent.toPlainString() + "%";
            case Off _ -> "0%";
        };
    }

    /** A text, understood or not. */
    sealed interface Parsed {
        record Ok(EvictionThreshold threshold) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    /** {@code 100Mi} or {@code 5%}. */
    static Parsed parse(String value) {
        if (value.endsWith("%")) {
            return percent(value.substring(0, value.length() - 1))
                    .map(EvictionThreshold::share)
                    .<Parsed>map(Parsed.Ok::new)
                    .orElseGet(() -> new Parsed.Malformed("\"" + value + "\" is no percentage between 0% and 100%"));
        }
        return switch (Quantity.parse(value)) {
            case ParsedQuantity.Malformed(var why) -> new Parsed.Malformed("\"" + value + "\": " + why);
            case ParsedQuantity.Parsed(var quantity) ->
                quantity.sign() > 0
                        ? new Parsed.Ok(new Amount(quantity.value()))
                        : new Parsed.Malformed("\"" + value + "\" is not positive");
        };
    }

    private static Optional<BigDecimal> percent(String number) {
        try {
            return Optional.of(new BigDecimal(number))
                    .filter(share -> share.signum() >= 0 && share.compareTo(BigDecimal.valueOf(100)) <= 0);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** None and all of it switch the signal off. */
    private static EvictionThreshold share(BigDecimal percent) {
        return percent.signum() == 0 || percent.compareTo(BigDecimal.valueOf(100)) == 0
                ? new Off()
                : new Percent(percent);
    }
}
