package dev.plimsoll.nodeagent.eviction;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** How much memory must be available: {@code memory.available<100Mi}, or a share of what the node has. */
public sealed interface MemoryThreshold {
    String SIGNAL = "memory.available";

    /** As nodes have it that are not told otherwise. */
    static MemoryThreshold usual() {
        return new Amount(100L << 20);
    }

    /** At least so many bytes. */
    record Amount(long amount) implements MemoryThreshold {}

    /** At least so many hundredths of the node's memory. */
    record Percent(BigDecimal percent) implements MemoryThreshold {}

    /** Nobody is ever evicted for memory. */
    record Off() implements MemoryThreshold {}

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

    /** A text, understood or not. */
    sealed interface Parsed {
        record Ok(MemoryThreshold threshold) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    /** As {@code --eviction-hard} has it. Memory is the one signal that is watched; an empty text switches eviction off. */
    static Parsed parse(String text) {
        if (text.isBlank()) return new Parsed.Ok(new Off());
        var parts = text.strip().split("<", -1);
        if (parts.length != 2 || !parts[0].equals(SIGNAL))
            return new Parsed.Malformed("\"" + text + "\" is not of the form " + SIGNAL + "<100Mi or " + SIGNAL
                    + "<5%; other signals are not watched");
        var value = parts[1];
        if (value.endsWith("%")) {
            return percent(value.substring(0, value.length() - 1))
                    .map(MemoryThreshold::share)
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
    private static MemoryThreshold share(BigDecimal percent) {
        return percent.signum() == 0 || percent.compareTo(BigDecimal.valueOf(100)) == 0
                ? new Off()
                : new Percent(percent);
    }
}
