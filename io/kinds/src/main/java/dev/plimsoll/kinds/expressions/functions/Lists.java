package dev.plimsoll.kinds.expressions.functions;

import java.time.Duration;
import java.util.Collection;

/** What can be asked of lists. */
final class Lists {
    private Lists() {}

    static boolean isSorted(Collection<?> list) {
        Object before = null;
        for (var entry : list) {
            if (before != null && compared(before, entry) > 0) return false;
            before = entry;
        }
        return true;
    }

    static Object sum(Collection<?> list) {
        Object sum = 0L;
        var first = true;
        for (var entry : list) {
            sum = first ? entry : added(sum, entry);
            first = false;
        }
        return sum;
    }

    private static Object added(Object one, Object other) {
        if (one instanceof Long a && other instanceof Long b) return Math.addExact(a, b);
        if (one instanceof Duration a && other instanceof Duration b) return a.plus(b);
        if (one instanceof Number a && other instanceof Number b) return a.doubleValue() + b.doubleValue();
        throw new IllegalArgumentException("no sum of such values");
    }

    /** -1 if it is not there. */
    static long indexOf(Collection<?> list, Object wanted) {
        var index = 0L;
        for (var entry : list) {
            if (same(entry, wanted)) return index;
            index++;
        }
        return -1;
    }

    static long lastIndexOf(Collection<?> list, Object wanted) {
        var index = 0L;
        var found = -1L;
        for (var entry : list) {
            if (same(entry, wanted)) found = index;
            index++;
        }
        return found;
    }

    /** Numbers are the same whatever their types are. */
    private static boolean same(Object one, Object other) {
        if (one instanceof Number a && other instanceof Number b && a.getClass() != b.getClass()) {
            return a.doubleValue() == b.doubleValue();
        }
        return one.equals(other);
    }

    /** The least if {@code side} is negative, otherwise the largest. */
    static Object extreme(Collection<?> list, int side) {
        Object found = null;
        for (var entry : list) {
            if (found == null || Integer.signum(compared(entry, found)) == side) found = entry;
        }
        if (found == null) throw new IllegalArgumentException((side < 0 ? "min" : "max") + " called on empty list");
        return found;
    }

    @SuppressWarnings("unchecked") // the checker lets through lists of one type only
    static int compared(Object one, Object other) {
        if (one instanceof Comparable<?> && one.getClass() == other.getClass()) {
            return ((Comparable<Object>) one).compareTo(other);
        }
        throw new IllegalArgumentException("no order of such values");
    }
}
