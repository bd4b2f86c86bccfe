package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What values are allowed beside their type; null or empty where nothing is said. */
public record ValueLimits(
        List<JsonNode> enumeration,
        @Nullable Bound minimum,
        @Nullable Bound maximum,
        @Nullable BigDecimal multipleOf,
        Span length,
        Span entries,
        Span members,
        @Nullable Pattern pattern,
        String format,
        List<String> required) {
    static final ValueLimits NONE =
            new ValueLimits(List.of(), null, null, null, Span.ANY, Span.ANY, Span.ANY, null, "", List.of());

    public ValueLimits {
        enumeration = List.copyOf(enumeration);
        required = List.copyOf(required);
    }

    /** One end of a range of numbers. */
    public record Bound(BigDecimal value, boolean exclusive) {}

    /** A range of sizes; negative where there is no limit. */
    public record Span(long least, long most) {
        static final Span ANY = new Span(-1, -1);
    }
}
