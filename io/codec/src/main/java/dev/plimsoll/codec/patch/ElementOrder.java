package dev.plimsoll.codec.patch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of a list that a strategic merge patch has merged.
 *
 * <p>1. Entries that the patch names (with {@code $setElementOrder}, that this names) come in its order. 2. The others keep the order
 * of the stored list. 3. The two sequences are merged from their heads: of two entries that the stored list had, the earlier one goes
 * first; otherwise the one that the patch names does.
 */
final class ElementOrder {
    private ElementOrder() {}

    /** An entry and what tells it apart. */
    record Keyed<T>(String key, T value) {}

    static <T> List<T> sorted(List<Keyed<T>> merged, List<String> order, List<String> stored) {
        var wanted = places(order);
        var before = places(stored);
        var named = new ArrayList<Keyed<T>>();
        var others = new ArrayList<Keyed<T>>();
        for (var entry : merged) (wanted.containsKey(entry.key()) ? named : others).add(entry);
        named.sort(Comparator.comparing(entry -> wanted.getOrDefault(entry.key(), Integer.MAX_VALUE)));
        others.sort(Comparator.comparing(entry -> before.getOrDefault(entry.key(), Integer.MAX_VALUE)));
        var sorted = new ArrayList<T>(merged.size());
        var next = 0;
        for (var entry : named) {
            var place = before.get(entry.key());
            while (place != null && next < others.size()) {
                var other = before.get(others.get(next).key());
                if (other == null || other > place) break;
                sorted.add(others.get(next++).value());
            }
            sorted.add(entry.value());
        }
        for (var rest : others.subList(next, others.size())) sorted.add(rest.value());
        return sorted;
    }

    /** Where each key stands first. */
    private static Map<String, Integer> places(List<String> keys) {
        var places = new HashMap<String, Integer>();
        for (var i = 0; i < keys.size(); i++) places.putIfAbsent(keys.get(i), i);
        return places;
    }
}
