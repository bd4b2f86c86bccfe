package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.json.EncodedObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of field sets. Objects of a cluster are much alike, and so are the sets of their fields: each set, and each set inside it, is kept once and found
 * by its steps and the sets below them. A set that is not known costs its own members, not those below.
 *
 * <p>Threads may overwrite each other's entries of the table, which costs a second object and nothing else.
 */
final class PrintedSets {
    /** A set with one field, the value itself. */
    static final EncodedObject LEAF = EncodedObject.of(Map.of());

    private static final String SELF = ".";
    private static final int SLOTS = 4096;
    /** With the slots, a bound of the memory that the table takes. */
    private static final int LONGEST_KEPT = 4096;

    private static final @Nullable Known[] TABLE = new @Nullable Known[SLOTS];

    /**
     * A set that is kept.
     *
     * @param parts steps and the sets below them in turn, as they were given
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by this class alone
    private record Known(boolean self, boolean areNames, Object[] parts, EncodedObject printed) {}

    private PrintedSets() {}

    /**
     * The JSON of the set with these parts.
     *
     * @param stack steps and the sets below them in turn, from {@code from} to {@code to}. Steps are names of members or, if {@code areNames} does not
     *     hold, their form on the wire
     * @param areSorted whether the parts are in their order; otherwise they are all names, all keys or all values
     */
    static EncodedObject of(boolean self, boolean areNames, Object[] stack, int from, int to, boolean areSorted) {
        if (from == to) return LEAF;
        var slot = slot(self, areNames, stack, from, to);
        var known = TABLE[slot];
        if (known != null && known.self == self && known.areNames == areNames && isSame(known.parts, stack, from, to)) {
            return known.printed;
        }
        var parts = Arrays.copyOfRange(stack, from, to);
        var printed = printed(self, areNames ? "f:" : "", areSorted ? parts : sorted(parts));
        if (printed.length() <= LONGEST_KEPT) TABLE[slot] = new Known(self, areNames, parts, printed);
        return printed;
    }

    private static int slot(boolean self, boolean areNames, Object[] stack, int from, int to) {
        var hash = (self ? 2 : 0) + (areNames ? 1 : 0);
        for (var i = from; i < to; i += 2) {
            hash = (hash * 31 + stack[i].hashCode()) * 31 + ((EncodedObject) stack[i + 1]).jsonHash();
        }
        return (hash ^ (hash >>> 12) ^ (hash >>> 24)) & (SLOTS - 1);
    }

    @SuppressWarnings("ReferenceEquality") // sets below are kept once themselves
    private static boolean isSame(Object[] parts, Object[] stack, int from, int to) {
        if (parts.length != to - from) return false;
        for (var i = 0; i < parts.length; i += 2) {
            if (parts[i + 1] != stack[from + i + 1] || !parts[i].equals(stack[from + i])) return false;
        }
        return true;
    }

    private static EncodedObject printed(boolean self, String prefix, Object[] parts) {
        var members = LinkedHashMap.<String, JsonNode>newLinkedHashMap(parts.length / 2 + 1);
        if (self) members.put(SELF, LEAF);
        for (var i = 0; i < parts.length; i += 2) members.put(prefix + parts[i], (JsonNode) parts[i + 1]);
        return EncodedObject.of(members);
    }

    private static Object[] sorted(Object[] parts) {
        var order = new Integer[parts.length / 2];
        Arrays.setAll(order, i -> 2 * i);
        Arrays.sort(order, (one, two) -> PathElement.compareWire((String) parts[one], (String) parts[two]));
        var sorted = new Object[parts.length];
        for (var i = 0; i < order.length; i++) System.arraycopy(parts, order[i], sorted, 2 * i, 2);
        return sorted;
    }
}
