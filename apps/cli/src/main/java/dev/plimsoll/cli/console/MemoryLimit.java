package dev.plimsoll.cli.console;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The most memory that a program has for its objects. The launcher reads it before Java runs ({@code java-options.sh}); here what it leaves
 * out is refused, and a bound that Java was not started with.
 */
public final class MemoryLimit {
    public static final String OPTION = "--memory-limit";
    private static final long LEAST = 128L << 20;
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})(Mi|Gi|M|G)");
    private static final Map<String, Long> UNITS =
            Map.of("Mi", 1L << 20, "Gi", 1L << 30, "M", 1_000_000L, "G", 1_000_000_000L);
    /** Java rounds the heap up to whole pages of its own. */
    private static final double ROUNDING = 1.02;

    private MemoryLimit() {}

    /** In bytes; empty if it has another form or is too small. */
    public static Optional<Long> bytes(String size) {
        var parts = FORM.matcher(size);
        if (!parts.matches()) return Optional.empty();
        var bytes = Long.parseLong(parts.group(1)) * UNITS.getOrDefault(parts.group(2), 1L);
        return bytes < LEAST ? Optional.empty() : Optional.of(bytes);
    }

    /**
     * What is wrong with the value of the option; empty if nothing is.
     *
     * @param heap bytes that Java may take for objects
     */
    public static String problem(String size, long heap) {
        var bytes = bytes(size);
        if (bytes.isEmpty())
            return OPTION + " " + size + ": must be at least 128Mi and end in Mi, Gi, M or G, such as 512Mi or 2Gi";
        if (heap <= bytes.get() * ROUNDING) return "";
        return OPTION + " " + size + ": Java was started with " + (heap >> 20)
                + "Mi; start plimsoll by its launcher, which reads this option, or give Java -Xmx" + bytes.get();
    }
}
