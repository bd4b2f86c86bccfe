package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A list that strategic patches merge: entries found by their key, or plain values as a set. */
final class MergedList {
    private final StrategicPatch patching;
    private final String key;
    private final Shape element;

    MergedList(StrategicPatch patching, String key, Shape element) {
        this.patching = patching;
        this.key = key;
        this.element = element;
    }

    /** Merges, and sorts if a {@code $setElementOrder} directive gives an order. */
    ArrayNode merged(ArrayNode live, ArrayNode patch, @Nullable JsonNode order) {
        patching.count(live.size() + patch.size() + (order == null ? 0 : order.size()));
        for (var item : patch) {
            if (item.isArray()) patching.refuse(PatchOutcome.notApplicable(PatchText.LIST_OF_LISTS));
        }
        var merged = key.isEmpty() ? union(live, patch) : byKey(live, patch);
        return order != null && order.isArray() ? ordered(merged, live, patch, order) : merged;
    }

    private ArrayNode union(ArrayNode live, ArrayNode patch) {
        var union = live.arrayNode();
        var known = new HashSet<String>();
        for (var item : live) {
            if (known.add(item.toString())) union.add(item);
        }
        for (var item : patch) {
            if (item.isObject()) patching.refuse(PatchOutcome.invalid(PatchText.PRIMITIVE_LIST));
            if (known.add(item.toString())) union.add(item.deepCopy());
        }
        return union;
    }

    private ArrayNode byKey(ArrayNode live, ArrayNode patch) {
        if (replaces(patch)) return (ArrayNode) Directive.content(patch).deepCopy();
        var items = keyed(live);
        for (var item : patch) {
            if (!(item instanceof ObjectNode change)) {
                patching.refuse(PatchOutcome.invalid(PatchText.noMergeKey(item.toString(), key)));
                continue;
            }
            var directive = change.path(Directive.PATCH).asText();
            if (directive.equals(Directive.MERGE) && change.size() == 1) {
                patching.refuse(PatchOutcome.invalid(PatchText.LIST_MERGE));
            } else if (change.get(key) == null) {
                patching.refuse(PatchOutcome.invalid(PatchText.noMergeKey(change.toString(), key)));
            } else {
                merge(items, change, directive);
            }
        }
        var merged = live.arrayNode();
        items.values().forEach(merged::add);
        return merged;
    }

    private void merge(SequencedMap<String, JsonNode> items, ObjectNode change, String directive) {
        var name = change.get(key).asText();
        switch (directive) {
            case Directive.DELETE -> items.remove(name);
            case Directive.REPLACE -> items.put(name, Directive.content(change).deepCopy());
            case "", Directive.MERGE -> {
                if (items.get(name) instanceof ObjectNode current) {
                    items.put(name, patching.merged(current, change, element));
                } else {
                    items.put(name, Directive.content(change).deepCopy());
                }
            }
            default -> patching.refuse(PatchOutcome.invalid(PatchText.unknownDirective(directive, "list")));
        }
    }

    private static boolean replaces(ArrayNode patch) {
        for (var item : patch) {
            if (item.size() == 1 && item.path(Directive.PATCH).asText().equals(Directive.REPLACE)) return true;
        }
        return false;
    }

    /** The live entries by key, in order; those without one, and repeated ones, keep their place under another name. */
    private SequencedMap<String, JsonNode> keyed(ArrayNode live) {
        var items = new LinkedHashMap<String, JsonNode>();
        for (var item : live) {
            var name = nameOf(item);
            var free = name == null || items.containsKey(name);
            items.put(free ? "\0" + items.size() : name, item);
        }
        return items;
    }

    /**
     * The entries that the order names, in that order, and the others where the live list had them: in front of the
     * first ordered entry that they preceded there.
     */
    private ArrayNode ordered(ArrayNode merged, ArrayNode live, ArrayNode patch, JsonNode order) {
        var names = new ArrayList<String>();
        for (var item : order) names.add(String.valueOf(nameOf(item)));
        if (!follows(patch, names)) {
            patching.refuse(PatchOutcome.invalid(PatchText.wrongOrder(patch.toString(), order.toString())));
        }
        var place = places(live);
        var wanted = new LinkedHashMap<String, JsonNode>();
        var others = new ArrayList<JsonNode>();
        var known = new HashSet<>(names);
        for (var item : merged) {
            var name = nameOf(item);
            if (name == null || !known.contains(name) || wanted.putIfAbsent(name, item) != null) others.add(item);
        }
        var result = merged.arrayNode();
        var next = 0;
        for (var name : new LinkedHashSet<>(names)) {
            var item = wanted.get(name);
            if (item == null) continue;
            var limit = place.getOrDefault(name, Integer.MAX_VALUE);
            while (next < others.size() && placeOf(others.get(next), place) < limit) result.add(others.get(next++));
            result.add(item);
        }
        for (var rest : others.subList(next, others.size())) result.add(rest);
        return result;
    }

    private int placeOf(JsonNode item, Map<String, Integer> places) {
        var name = nameOf(item);
        return name == null ? 0 : places.getOrDefault(name, 0);
    }

    private Map<String, Integer> places(ArrayNode live) {
        var places = new LinkedHashMap<String, Integer>();
        for (var i = 0; i < live.size(); i++) {
            var name = nameOf(live.get(i));
            if (name != null) places.putIfAbsent(name, i);
        }
        return places;
    }

    /** Whether the patch names its entries in the order that the directive wants; deletions need no place in it. */
    private boolean follows(ArrayNode patch, List<String> order) {
        var next = 0;
        for (var item : patch) {
            if (item.has(Directive.PATCH)) continue;
            var at = order.subList(next, order.size()).indexOf(String.valueOf(nameOf(item)));
            if (at < 0) return false;
            next += at + 1;
        }
        return true;
    }

    private @Nullable String nameOf(JsonNode item) {
        if (key.isEmpty()) return item.isValueNode() ? item.asText() : null;
        var value = item.get(key);
        return value == null ? null : value.asText();
    }
}
