package dev.plimsoll.kinds.expressions;

import dev.plimsoll.codec.structural.RegularExpressions;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What calling a function costs, from the values that it is about to be called with. Costs are those of Kubernetes where it has
 * some: a tenth for each character that is read, one for each entry of a list.
 */
final class CallCost {
    /** No text that a rule makes up may be longer than what a request can hold. */
    private static final long LONGEST_TEXT = 4 << 20;

    /** Asking the authorizer is a walk over all roles: two such questions are about what an expression may cost. */
    private static final long ACCESS_CHECK = 350_000;

    /** Entries of lists that are copied in one step. */
    private static final int COPIED_FOR_ONE = 4;

    private final CostBudget.Call budget;

    CallCost(CostBudget.Call budget) {
        this.budget = budget;
    }

    /** Spends what the call costs; arguments are in their order, the target first. */
    void spend(String function, List<Object> arguments) {
        budget.spend(cost(function, arguments));
    }

    private long cost(String function, List<Object> given) {
        return switch (function) {
            case "matches", "find", "findAll" -> search(text(given, 0), text(given, 1));
            case "contains", "indexOf", "lastIndexOf", "includes" -> lookup(given);
            case "lists.range" -> given.getFirst() instanceof Long end ? Math.max(0, end) : 0;
            case "distinct", "flatten" -> deep(given.getFirst());
            case "sort", "lists.@sortByKeys" -> sorted(given);
            case "check" -> ACCESS_CHECK;
            case "replace" -> replacement(text(given, 0), text(given, 1), text(given, 2));
            case "join" ->
                written(deep(given.getFirst()) * 10
                        + entries(given, 0) * (long) text(given, 1).length());
            case "format" -> deep(given) + tenth(text(given, 0).length()) + precise(text(given, 0));
            case "_+_" -> concatenation(given);
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" -> Math.min(deep(given, 0), deep(given, 1));
            case "@in", "_in_", "in" -> membership(given);
            case "sets.contains", "sets.equivalent", "sets.intersects" -> entries(given, 0) * entries(given, 1);
            default -> all(given);
        };
    }

    /** Of a part in a text, or of an entry in a list. */
    private long lookup(List<Object> given) {
        return given.getFirst() instanceof Collection<?> list
                ? list.size() * Math.max(1, deep(given, 1))
                : tenth(size(given, 0)) * tenth(size(given, 1));
    }

    private long sorted(List<Object> given) {
        var entries = entries(given, 0);
        return deep(given.getFirst()) * (Long.SIZE - Long.numberOfLeadingZeros(entries));
    }

    /** A clause with a precision may write a thousand digits, whatever the number is. */
    private static long precise(String template) {
        var cost = 0L;
        for (var at = template.indexOf("%."); at >= 0; at = template.indexOf("%.", at + 2)) cost += tenth(1_000);
        return cost;
    }

    private static long search(String text, String pattern) {
        var size = RegularExpressions.size(pattern);
        if (size > RegularExpressions.MOST_INSTRUCTIONS) throw new CostBudget.Exceeded();
        return tenth(text.length() + 1L) * Math.max(1, size / 4) + size / 10;
    }

    private long replacement(String text, String from, String to) {
        var times = 0L;
        if (from.isEmpty()) times = text.length() + 1L;
        else {
            budget.spend(tenth(text.length()) * tenth(from.length()));
            for (var at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length())) times++;
        }
        return written(text.length() + times * to.length());
    }

    private long concatenation(List<Object> given) {
        if (given.getFirst() instanceof String one && given.getLast() instanceof String other) {
            return written((long) one.length() + other.length());
        }
        // The language copies both lists, and does so in each round of map and filter.
        return 1 + (entries(given, 0) + entries(given, 1)) / COPIED_FOR_ONE;
    }

    private static long written(long characters) {
        if (characters > LONGEST_TEXT) throw new CostBudget.Exceeded();
        return tenth(characters);
    }

    private long membership(List<Object> given) {
        var each = Math.max(1, given.getFirst() instanceof String text ? tenth(text.length()) : deep(given.getFirst()));
        return given.getLast() instanceof Collection<?> list ? list.size() * each : 1;
    }

    private static long all(List<Object> given) {
        var cost = 0L;
        for (var i = 0; i < given.size(); i++) {
            cost += given.get(i) instanceof String ? tenth(size(given, i)) : entries(given, i);
        }
        return cost;
    }

    private long deep(List<Object> given, int at) {
        return deep(given.get(at));
    }

    /** Of all that is inside a value; looking stops where there is nothing left to spend. */
    private long deep(Object value) {
        return switch (value) {
            case String text -> tenth(text.length());
            case Collection<?> list -> deepAll(list);
            case Map<?, ?> map -> deepAll(map.keySet()) + deepAll(map.values());
            default -> 1;
        };
    }

    private long deepAll(Collection<?> list) {
        var cost = 1L;
        for (var each : list) {
            cost += each == null ? 1 : deep(each);
            if (cost > budget.left()) return cost;
        }
        return cost;
    }

    private static long tenth(long characters) {
        return (characters + 9) / 10;
    }

    private static long size(List<Object> given, int at) {
        return given.size() > at && given.get(at) instanceof String text ? text.length() : entries(given, at);
    }

    private static long entries(List<Object> given, int at) {
        if (given.size() <= at) return 0;
        return switch (given.get(at)) {
            case Collection<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            default -> 0;
        };
    }

    private static String text(List<Object> given, int at) {
        return given.size() > at && given.get(at) instanceof String text ? text : "";
    }
}
