package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

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

    /** Merges, in the order that the patch gives. */
    ArrayNode merged(ArrayNode stored, ArrayNode patch) {
        patching.count(stored.size() + patch.size());
        if (!canMerge(stored, patch)) return stored;
        if (!holdsMaps(stored, patch)) return ordered(union(stored, patch), stored, patch);
        var plain = stored.arrayNode();
        var replaces = false;
        var left = stored;
        for (var item : patch) {
            if (!item.has(Directive.PATCH)) {
                plain.add(item);
                continue;
            }
            switch (item.get(Directive.PATCH).asText()) {
                case Directive.DELETE -> left = without(left, item);
                case Directive.REPLACE -> replaces = true;
                case Directive.MERGE -> patching.refuse(PatchOutcome.unclassified(PatchText.LIST_MERGE));
                default -> patching.refuse(PatchOutcome.unclassified(PatchText.unknownDirective(item)));
            }
        }
        if (replaces || patching.isRefused()) return plain;
        return ordered(byKey(left, plain), left, plain);
    }

    /** Merges, in the order of a {@code $setElementOrder} directive; either list may be empty. */
    ArrayNode merged(ArrayNode stored, ArrayNode patch, ArrayNode order) {
        patching.count(order.size());
        checkOrder(patch, order);
        if (patching.isRefused()) return stored;
        var merged = merged(stored, patch);
        return patching.isRefused() ? stored : ordered(merged, standing(stored, patch), order);
    }

    /**
     * Where entries stand before they are brought into the order of a directive. A patch that deletes entries puts its new ones behind
     * those that are left; one that does not gives them no place.
     */
    private ArrayNode standing(ArrayNode stored, ArrayNode patch) {
        var left = stored;
        for (var item : patch) if (isDeletion(item)) left = without(left, item);
        if (left.size() == stored.size()) return stored;
        var all = left.deepCopy();
        for (var item : patch) if (!item.has(Directive.PATCH)) all.add(item);
        return all;
    }

    private static boolean isDeletion(JsonNode item) {
        return item.path(Directive.PATCH).asText().equals(Directive.DELETE);
    }

    /** The entries of a patch for a list that is not there yet, in the order of a directive. */
    ArrayNode inOrder(ArrayNode patch, ArrayNode order) {
        patching.count(patch.size() + order.size());
        if (patch.isEmpty()) patching.refuse(PatchOutcome.unclassified(PatchText.NO_ELEMENTS));
        checkOrder(patch, order);
        if (patching.isRefused()) return patch;
        var plain = patch.arrayNode();
        for (var item : patch) if (!item.has(Directive.PATCH)) plain.add(item);
        return ordered(plain, patch.arrayNode(), order);
    }

    private boolean canMerge(ArrayNode stored, ArrayNode patch) {
        for (var list : List.of(stored, patch)) {
            for (var item : list) {
                if (!item.isArray()) continue;
                patching.refuse(PatchOutcome.notApplicable(PatchText.LIST_OF_LISTS));
                return false;
            }
        }
        if (isUniform(stored, patch)) return true;
        patching.refuse(PatchOutcome.unclassified(PatchText.mixedList(stored, patch)));
        return false;
    }

    /** Whether all entries of both lists are of one type. */
    static boolean isUniform(ArrayNode stored, ArrayNode patch) {
        String type = null;
        for (var list : List.of(stored, patch)) {
            for (var item : list) {
                var found = type(item);
                if (type != null && !type.equals(found)) return false;
                type = found;
            }
        }
        return true;
    }

    private static String type(JsonNode item) {
        return item.isNumber()
                ? item.isIntegralNumber() ? "integer" : "float"
                : item.getNodeType().name();
    }

    private boolean holdsMaps(ArrayNode stored, ArrayNode patch) {
        var first = stored.isEmpty() ? patch.path(0) : stored.get(0);
        if (first.isObject() && key.isEmpty()) patching.refuse(PatchOutcome.invalid(PatchText.PRIMITIVE_LIST));
        return first.isObject() && !key.isEmpty();
    }

    private static ArrayNode union(ArrayNode stored, ArrayNode patch) {
        var union = stored.arrayNode();
        var known = new HashSet<String>();
        for (var list : List.of(stored, patch)) {
            for (var item : list) {
                if (known.add(item.toString())) union.add(item);
            }
        }
        return union;
    }

    private ArrayNode without(ArrayNode list, JsonNode deleted) {
        patching.count(list.size());
        var name = keyOf(deleted);
        var left = list.arrayNode();
        for (var item : list) {
            if (!keyOf(item).equals(name)) left.add(item);
        }
        return left;
    }

    /** Entries that are new are taken as they are: Kubernetes does not look into them for directives or nulls. */
    private ArrayNode byKey(ArrayNode stored, ArrayNode patch) {
        var merged = stored.arrayNode();
        merged.addAll(stored);
        var places = new HashMap<String, Integer>();
        var known = 0;
        for (var change : patch) {
            var name = keyOf(change);
            known = learn(merged, known, name, places);
            var place = places.get(name);
            if (patching.isRefused()) return merged;
            if (place == null) {
                merged.add(change);
            } else if (merged.get(place) instanceof ObjectNode current && change instanceof ObjectNode changes) {
                merged.set(place, patching.merged(current, changes, element));
            }
        }
        return merged;
    }

    /** Notes the places of entries up to the one that is looked for. */
    private int learn(ArrayNode list, int known, String wanted, Map<String, Integer> places) {
        var next = known;
        while (next < list.size() && !places.containsKey(wanted)) {
            places.putIfAbsent(keyOf(list.get(next)), next);
            next++;
        }
        return next;
    }

    private ArrayNode ordered(ArrayNode merged, ArrayNode stored, ArrayNode order) {
        var items = new ArrayList<ElementOrder.Keyed<JsonNode>>();
        for (var item : merged) items.add(new ElementOrder.Keyed<>(keyOf(item), item));
        var ordered = merged.arrayNode();
        ElementOrder.sorted(items, keys(order), keys(stored)).forEach(ordered::add);
        return ordered;
    }

    private List<String> keys(ArrayNode list) {
        var keys = new ArrayList<String>();
        for (var item : list) keys.add(keyOf(item));
        return keys;
    }

    /**
     * Entries of the patch must come in the order of the directive. Deletions need no place in it, and other entries with a directive
     * are passed over as long as the order is not at its end.
     */
    void checkOrder(ArrayNode patch, ArrayNode order) {
        if (order.isEmpty()) return;
        var next = 0;
        var given = new ArrayList<JsonNode>();
        for (var item : patch) {
            if (!isDeletion(item)) given.add(item);
        }
        for (var wanted : order) {
            if (!given.isEmpty() && given.getFirst().isObject() && !wanted.isObject()) {
                patching.refuse(PatchOutcome.unclassified(PatchText.notAMapButA(wanted)));
                return;
            }
            while (next < given.size() && given.get(next).has(Directive.PATCH)) next++;
            if (next == given.size()) return;
            if (keyOf(given.get(next)).equals(keyOf(wanted))) next++;
        }
        if (next < given.size()) {
            patching.refuse(PatchOutcome.unclassified(PatchText.wrongOrder(patch, order)));
        }
    }

    private static String text(JsonNode value) {
        if (value.isTextual()) return "\"" + value.textValue();
        return value.isValueNode() ? value.asText() : value.toString();
    }

    /** What tells an entry apart: by JSON value, so that 80 and 80.0 differ. */
    private String keyOf(JsonNode item) {
        if (!(item instanceof ObjectNode map)) return text(item);
        var value = map.get(key);
        if (value != null) return text(value);
        patching.refuse(PatchOutcome.unclassified(PatchText.noMergeKey(item, key)));
        return "";
    }
}
