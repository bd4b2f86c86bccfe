package dev.plimsoll.apiserver.request;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** How long a client is ready to wait ({@code ?timeout=5s}), in the form of Go: numbers with units, one after the other. */
public sealed interface RequestTimeout {
    /** The client does not say. */
    record Unlimited() implements RequestTimeout {}

    record Within(Duration time) implements RequestTimeout {}

    /** What it says is no time. */
    record Malformed(String why) implements RequestTimeout {}

    Pattern TERM = Pattern.compile("([0-9]*)(\\.[0-9]*)?([^0-9.]*)");
    Map<String, BigDecimal> NANOS = Map.of(
            "ns", BigDecimal.ONE,
            "us", BigDecimal.valueOf(1_000),
            "µs", BigDecimal.valueOf(1_000),
            "μs", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000L),
            "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L));

    /** Nobody waits longer than the server lets them. */
    BigDecimal LONGEST = BigDecimal.valueOf(Duration.ofDays(365).toNanos());

    int LONGEST_TEXT = 64;

    static RequestTimeout of(Parameters query) {
        // A watch has timeoutSeconds instead.
        if (!query.has("timeout") || query.flag("watch")) return new Unlimited();
        return parse(query.text("timeout"));
    }

    private static RequestTimeout parse(String text) {
        if (text.isEmpty()) return new Unlimited();
        var unsigned = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
        if (unsigned.equals("0")) return new Unlimited();
        if (unsigned.isEmpty() || text.length() > LONGEST_TEXT) return invalid(text);
        var sum = BigDecimal.ZERO;
        var terms = TERM.matcher(unsigned);
        var position = 0;
        while (position < unsigned.length()) {
            if (!terms.find(position) || terms.start() != position || terms.end() == position) return invalid(text);
            var whole = terms.group(1);
            var part = terms.group(2) == null ? "" : terms.group(2);
            if (whole.isEmpty() && part.length() < 2) return invalid(text);
            var unit = terms.group(3);
            if (unit.isEmpty()) return new Malformed("missing unit in duration \"" + text + "\"");
            var factor = NANOS.get(unit);
            if (factor == null) return new Malformed("unknown unit \"" + unit + "\" in duration \"" + text + "\"");
            sum = sum.add(new BigDecimal("0" + whole + (part.length() < 2 ? "" : part)).multiply(factor));
            position = terms.end();
        }
        var isNothing = text.startsWith("-") || sum.compareTo(BigDecimal.ONE) < 0;
        return isNothing
                ? new Unlimited()
                : new Within(Duration.ofNanos(sum.min(LONGEST).longValue()));
    }

    private static RequestTimeout invalid(String text) {
        return new Malformed("invalid duration \"" + text + "\"");
    }

    /** The shorter of this and another. */
    default Duration within(Duration most) {
        return switch (this) {
            case Within(var time) -> time.compareTo(most) < 0 ? time : most;
            case Unlimited _, Malformed _ -> most;
        };
    }
}
