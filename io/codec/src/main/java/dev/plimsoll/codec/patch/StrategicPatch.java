package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Field;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.PatchRule;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: like a JSON merge patch, but lists merge where their kind says so, by key or as sets, and
 * directives replace, delete, order or retain.
 *
 * <p>A refusal deep inside ends the whole patch; the first one is kept in {@link #refusal} and the work goes on
 * harmlessly on the copy that is then thrown away.
 */
public final class StrategicPatch {
    /** How many list entries may be looked at; a patch may name one list again and again. */
    static final long MOST_ENTRIES = 2_000_000;

    private long entries;
    private @Nullable PatchOutcome refusal;

    private StrategicPatch() {}

    public static PatchOutcome apply(ObjectNode document, JsonNode patch, KindShape kind) {
        if (!kind.takesStrategicPatches()) return PatchOutcome.invalid(PatchText.NOT_STRATEGIC);
        if (!(patch instanceof ObjectNode changes)) return PatchOutcome.invalid(PatchText.INVALID_JSON_PATCH);
        var patching = new StrategicPatch();
        var patched = patching.merged(document.deepCopy(), changes, kind.shape());
        return patching.refusal == null ? new PatchOutcome.Patched(patched) : patching.refusal;
    }

    /** Merges into {@code document}, which is ours to change, and returns what stands in its place. */
    ObjectNode merged(ObjectNode document, ObjectNode patch, Shape shape) {
        if (entries > MOST_ENTRIES) return document;
        var directive = patch.path(Directive.PATCH).asText();
        if (patch.has(Directive.PATCH)) {
            switch (directive) {
                case Directive.REPLACE -> {
                    return (ObjectNode) Directive.content(patch).deepCopy();
                }
                case Directive.DELETE -> {
                    return document.objectNode();
                }
                case Directive.MERGE -> {} // what happens anyway
                default -> refuse(PatchOutcome.invalid(PatchText.unknownDirective(directive, "map")));
            }
        }
        retainKeys(document, patch);
        for (var entry : patch.properties()) {
            var name = entry.getKey();
            if (name.equals(Directive.PATCH) || name.equals(Directive.RETAIN_KEYS)) continue;
            if (name.startsWith(Directive.DELETE_FROM)) {
                deleteFrom(document, patch, name.substring(Directive.DELETE_FROM.length()), entry.getValue());
            } else if (name.startsWith(Directive.ELEMENT_ORDER)) {
                orderOnly(document, patch, name.substring(Directive.ELEMENT_ORDER.length()), entry.getValue(), shape);
            } else {
                member(document, name, patch, shape);
            }
        }
        return document;
    }

    private void member(ObjectNode document, String name, ObjectNode patch, Shape shape) {
        var change = patch.get(name);
        var current = document.get(name);
        var field = fieldOf(shape, name);
        if (change.isNull()) {
            document.remove(name);
        } else if (current instanceof ObjectNode object
                && change instanceof ObjectNode changes
                && !field.patch().replaces()) {
            document.set(name, merged(object, changes, field.shape()));
        } else if (change instanceof ArrayNode changes && field.patch().merges()) {
            var live = current instanceof ArrayNode list ? list : document.arrayNode();
            var element = field.shape() instanceof Shape.ListOf list ? list.element() : Shape.Free.INSTANCE;
            var order = patch.get(Directive.ELEMENT_ORDER + name);
            document.set(name, new MergedList(this, field.patch().mergeKey(), element).merged(live, changes, order));
        } else {
            document.set(name, Directive.content(change).deepCopy());
        }
    }

    private static Field fieldOf(Shape shape, String name) {
        return shape instanceof Shape.Struct struct
                ? struct.field(name)
                : new Field(name, shape.member(name), PatchRule.PLAIN, false);
    }

    private void retainKeys(ObjectNode document, ObjectNode patch) {
        var list = patch.get(Directive.RETAIN_KEYS);
        if (list == null) return;
        var retained = new HashSet<String>();
        for (var name : list) {
            if (name.isTextual()) retained.add(name.textValue());
        }
        if (!list.isArray() || retained.size() != list.size()) {
            refuse(PatchOutcome.invalid(PatchText.RETAIN_KEYS));
            return;
        }
        for (var entry : patch.properties()) {
            var name = entry.getKey();
            if (!Directive.isOne(name) && !entry.getValue().isNull() && !retained.contains(name)) {
                refuse(PatchOutcome.invalid(PatchText.NOT_RETAINED));
            }
        }
        var names = new ArrayList<String>();
        document.fieldNames().forEachRemaining(names::add);
        for (var name : names) {
            if (!retained.contains(name)) document.remove(name);
        }
    }

    private void deleteFrom(ObjectNode document, ObjectNode patch, String name, JsonNode deleted) {
        if (!deleted.isArray()) {
            refuse(PatchOutcome.invalid(PatchText.PRIMITIVE_LIST));
            return;
        }
        if (!(document.get(name) instanceof ArrayNode list)) return;
        count(list.size() + deleted.size());
        var unwanted = texts(deleted);
        unwanted.removeAll(texts(patch.path(name))); // what the patch also adds stays, whichever comes first in it
        var kept = document.arrayNode();
        for (var item : list) {
            if (!unwanted.contains(item.toString())) kept.add(item);
        }
        document.set(name, kept);
    }

    private static Set<String> texts(JsonNode list) {
        var texts = new HashSet<String>();
        for (var item : list) texts.add(item.toString());
        return texts;
    }

    /** An order without new content for the list; with content, the merge of the list takes care of it. */
    private void orderOnly(ObjectNode document, ObjectNode patch, String name, JsonNode order, Shape shape) {
        if (!order.isArray()) {
            refuse(PatchOutcome.invalid(PatchText.ELEMENT_ORDER));
            return;
        }
        var field = fieldOf(shape, name);
        if (patch.has(name) || !field.patch().merges()) return;
        if (document.get(name) instanceof ArrayNode list) {
            var element = field.shape() instanceof Shape.ListOf of ? of.element() : Shape.Free.INSTANCE;
            var merging = new MergedList(this, field.patch().mergeKey(), element);
            document.set(name, merging.merged(list, document.arrayNode(), order));
        }
    }

    /** Notes that entries of lists are merged. */
    void count(int merged) {
        entries += merged;
        if (entries > MOST_ENTRIES) refuse(PatchOutcome.tooLarge(PatchText.TOO_MUCH_WORK));
    }

    void refuse(PatchOutcome refused) {
        if (refusal == null) refusal = refused;
    }
}
