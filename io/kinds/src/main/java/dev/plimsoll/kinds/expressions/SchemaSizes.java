package dev.plimsoll.kinds.expressions;

import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.codec.structural.Structural.Additional;
import org.jspecify.annotations.Nullable;

/** How large values of a schema can be at most. What a schema leaves open is bounded by the size of a request. */
final class SchemaSizes {
    static final long REQUEST_BYTES = 3 << 20;

    private SchemaSizes() {}

    /** Characters of a text, entries of a list or a map; 1 for everything else. */
    static long most(Structural schema) {
        return switch (schema.type()) {
            case STRING -> text(schema);
            case ARRAY -> bounded(schema.limits().entries().most(), fitting(schema.items(), 1));
            case OBJECT ->
                schema.additional() instanceof Additional.Like(var value)
                        ? bounded(schema.limits().members().most(), fitting(value, 6))
                        : 1;
            case NONE -> schema.markers().intOrString() ? text(schema) : REQUEST_BYTES;
            case INTEGER, NUMBER, BOOLEAN -> 1;
        };
    }

    private static long text(Structural schema) {
        var limits = schema.limits();
        if (!limits.enumeration().isEmpty()) {
            var longest = 0L;
            for (var each : limits.enumeration())
                longest = Math.max(longest, each.asText().length());
            return longest;
        }
        if (limits.length().most() >= 0) return limits.length().most();
        return switch (limits.format()) {
            case "date" -> 10;
            case "date-time", "datetime" -> 35;
            default -> REQUEST_BYTES;
        };
    }

    private static long bounded(long most, long fitting) {
        return most >= 0 ? most : fitting;
    }

    /** How many entries fit in a request, each with something around it. */
    private static long fitting(@Nullable Structural entry, int around) {
        return REQUEST_BYTES / ((entry == null ? 1 : least(entry)) + around);
    }

    /** How often a schema can occur in a request. */
    static long occurrences(Structural schema) {
        return Math.max(1, REQUEST_BYTES / (least(schema) + 1));
    }

    /** The bytes of the smallest value. */
    static long least(Structural schema) {
        return switch (schema.type()) {
            case STRING -> 2 + Math.max(0, schema.limits().length().least());
            case ARRAY -> {
                var items = schema.items();
                var entries = Math.max(0, schema.limits().entries().least());
                yield 2 + (items == null ? 0 : entries * (least(items) + 1));
            }
            case OBJECT -> {
                var size = 2L;
                for (var name : schema.limits().required()) {
                    var property = schema.properties().get(name);
                    size += name.length() + 4L + (property == null ? 1 : least(property));
                }
                yield size;
            }
            case BOOLEAN -> 4;
            case NONE, INTEGER, NUMBER -> 1;
        };
    }
}
