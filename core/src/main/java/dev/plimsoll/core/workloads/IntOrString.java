package dev.plimsoll.core.workloads;

import java.util.OptionalInt;

/** A number of pods, or a share of all pods in percent. */
public sealed interface IntOrString {
    /** The field is not given. */
    record Absent() implements IntOrString {}

    record Int(long value) implements IntOrString {}

    /** Such as {@code 25%}; any other text means nothing. */
    record Text(String text) implements IntOrString {}

    /** Parts of a pod count as whole ones. Empty where the value is absent or cannot be read. */
    default OptionalInt roundedUp(int whole) {
        return of(whole, 99);
    }

    /** Parts of a pod do not count. Empty where the value is absent or cannot be read. */
    default OptionalInt roundedDown(int whole) {
        return of(whole, 0);
    }

    private OptionalInt of(int whole, long extra) {
        return switch (this) {
            case Absent() -> OptionalInt.empty();
            case Int(var value) -> OptionalInt.of(Math.clamp(value, 0, Integer.MAX_VALUE));
            case Text(var text) -> percent(text, whole, extra);
        };
    }

    private static OptionalInt percent(String text, int whole, long extra) {
        if (!text.endsWith("%") || text.length() > 10) return OptionalInt.empty();
        try {
            var percent = Long.parseLong(text.substring(0, text.length() - 1));
            return OptionalInt.of(Math.clamp((percent * whole + extra) / 100, 0, Integer.MAX_VALUE));
        } catch (NumberFormatException _) {
            return OptionalInt.empty();
        }
    }

    default boolean isAbsent() {
        return this instanceof Absent;
    }

    default boolean isPercent() {
        return this instanceof Text(var text) && text.endsWith("%");
    }
}
