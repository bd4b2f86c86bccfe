package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalInt;

/** A number, or a part of a whole in percent. */
public final class Percent {
    private Percent() {}

    /** Parts of a pod count as whole ones. */
    public static OptionalInt roundedUp(JsonNode value, int whole) {
        return of(value, whole, 99);
    }

    /** Parts of a pod do not count. */
    public static OptionalInt roundedDown(JsonNode value, int whole) {
        return of(value, whole, 0);
    }

    private static OptionalInt of(JsonNode value, int whole, long extra) {
        if (value.isIntegralNumber()) return OptionalInt.of(Math.clamp(value.asLong(), 0, Integer.MAX_VALUE));
        var text = value.asText();
        if (!text.endsWith("%") || text.length() > 10) return OptionalInt.empty();
        try {
            var percent = Long.parseLong(text.substring(0, text.length() - 1));
            return OptionalInt.of(Math.clamp((percent * whole + extra) / 100, 0, Integer.MAX_VALUE));
        } catch (NumberFormatException _) {
            return OptionalInt.empty();
        }
    }

    public static boolean isPercent(JsonNode value) {
        return value.isTextual() && value.asText().endsWith("%");
    }
}
