package dev.plimsoll.core.model.scheduling;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One condition on the labels of an object, or on a field of a node. */
public record Requirement(String key, Operator operator, Set<String> values) {
    /** As the API spells them, with those that only nodes know. */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN
    }

    public Requirement {
        values = Set.copyOf(values);
    }

    public static Requirement is(String key, String value) {
        return new Requirement(key, Operator.IN, Set.of(value));
    }

    public boolean matches(Map<String, String> labels) {
        return matches(labels.get(key));
    }

    /** Whether a value, null where there is none, is as required. */
    public boolean matches(@Nullable String value) {
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER_THAN -> value != null && compared(value) > 0;
            case LESS_THAN -> value != null && compared(value) < 0;
        };
    }

    /** How an integer stands to the one that is required; 0, which is neither, where one of the two is none. */
    private int compared(String value) {
        if (values.size() != 1) return 0;
        try {
            return Long.compare(
                    Long.parseLong(value), Long.parseLong(values.iterator().next()));
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
