package dev.plimsoll.core.allocatable;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;

/**
 * The thresholds of {@code evictionHard}: what a node does not give to pods, because it evicts before that is used.
 *
 * @param memory of {@code memory.available}
 * @param nodefs of {@code nodefs.available}
 */
public record EvictionHard(EvictionThreshold memory, EvictionThreshold nodefs) {
    public static final String MEMORY = "memory.available";
    public static final String NODEFS = "nodefs.available";

    /** As nodes have it that are not told otherwise. */
    public static final EvictionHard DEFAULT =
            new EvictionHard(new EvictionThreshold.Amount(100L << 20), new EvictionThreshold.Percent(BigDecimal.TEN));

    /** Nobody is ever evicted because the node runs short. */
    public static final EvictionHard OFF = new EvictionHard(new EvictionThreshold.Off(), new EvictionThreshold.Off());

    /** A text, understood or not. */
    public sealed interface Parsed {
        record Ok(EvictionHard thresholds) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    /** As {@code --eviction-hard} has it. What is given replaces all defaults; an empty text switches eviction off. */
    public static Parsed parse(String text) {
        var thresholds = new HashMap<String, EvictionThreshold>();
        if (text.isBlank()) return new Parsed.Ok(OFF);
        for (var entry : List.of(text.split(",", -1))) {
            var parts = entry.strip().split("<", -1);
            if (parts.length != 2 || !(parts[0].equals(MEMORY) || parts[0].equals(NODEFS))) {
                return new Parsed.Malformed("\"" + entry.strip() + "\" is not of the form " + MEMORY + "<100Mi or "
                        + NODEFS + "<10%; other signals are not watched");
            }
            switch (EvictionThreshold.parse(parts[1])) {
                case EvictionThreshold.Parsed.Malformed(var why) -> {
                    return new Parsed.Malformed(why);
                }
                case EvictionThreshold.Parsed.Ok(var threshold) -> {
                    if (thresholds.put(parts[0], threshold) != null)
                        return new Parsed.Malformed(parts[0] + " is there twice");
                }
            }
        }
        var off = new EvictionThreshold.Off();
        return new Parsed.Ok(
                new EvictionHard(thresholds.getOrDefault(MEMORY, off), thresholds.getOrDefault(NODEFS, off)));
    }
}
