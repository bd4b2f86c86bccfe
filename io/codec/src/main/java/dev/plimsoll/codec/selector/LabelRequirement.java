package dev.plimsoll.codec.selector;

import java.math.BigInteger;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** One condition of a label selector. */
public record LabelRequirement(String key, Operator operator, SortedSet<String> values) {
    /** The operators; equality in all its spellings is being in a set of one. */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN
    }

    public LabelRequirement {
        values = Collections.unmodifiableSortedSet(new TreeSet<>(values));
    }

    public boolean matches(Map<String, String> labels) {
        var value = labels.get(key);
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER_THAN -> value != null && isInteger(value) && difference(value) > 0;
            case LESS_THAN -> value != null && isInteger(value) && difference(value) < 0;
        };
    }

    /** As the {@code labelSelector} parameter has it. */
    String text() {
        var all = String.join(",", values);
        return switch (operator) {
            case IN -> values.size() == 1 ? key + "=" + all : key + " in (" + all + ")";
            case NOT_IN -> values.size() == 1 ? key + "!=" + all : key + " notin (" + all + ")";
            case EXISTS -> key;
            case DOES_NOT_EXIST -> "!" + key;
            case GREATER_THAN -> key + ">" + all;
            case LESS_THAN -> key + "<" + all;
        };
    }

    private int difference(String value) {
        return new BigInteger(value).compareTo(new BigInteger(values.first()));
    }

    /** Whether the text is a decimal integer of 64 bits. */
    static boolean isInteger(String text) {
        var digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (digits.isEmpty() || digits.length() > 63 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        return new BigInteger(text).bitLength() < 64;
    }
}
