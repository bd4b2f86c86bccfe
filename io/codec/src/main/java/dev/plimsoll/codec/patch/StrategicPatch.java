package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.PatchRule;
import dev.plimsoll.codec.schema.SchemaField;
import dev.plimsoll.codec.schema.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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

    /** The members of a document that a patch can change; one with directives at its top can change all. */
    public static Predicate<String> touched(JsonNode patch) {
        for (var entry : patch.properties()) if (entry.getKey().startsWith("$")) return _ -> true;
        return patch::has;
    }

    public static PatchOutcome apply(ObjectNode document, JsonNode patch, KindShape kind) {
        return consume(document, patch.deepCopy(), kind);
    }

    /**
     * Applies a patch and uses it up: directives that were followed are gone from it afterwards, as are nulls for which there was
     * nothing to remove. What is left is what Kubernetes shows when the patched object cannot be decoded.
     */
    public static PatchOutcome consume(ObjectNode document, JsonNode patch, KindShape kind) {
        if (!kind.takesStrategicPatches()) return PatchOutcome.invalid(PatchText.NOT_STRATEGIC);
        if (!(patch instanceof ObjectNode changes)) return PatchOutcome.invalid(PatchText.notAMap(patch));
        var patching = new StrategicPatch();
        var patched = patching.merged(copied(document, touched(changes)), changes, kind.shape());
        return patching.refusal == null ? new PatchOutcome.Patched(patched) : patching.refusal;
    }

    /** A copy of what a patch can change and of the metadata, whose managers are replaced as a whole; all else is shared. */
    private static ObjectNode copied(ObjectNode document, Predicate<String> touched) {
        var copy = document.objectNode();
        for (var entry : document.properties()) {
            var value = entry.getValue();
            if (touched.test(entry.getKey())) copy.set(entry.getKey(), value.deepCopy());
            else if (value instanceof ObjectNode object && entry.getKey().equals("metadata"))
                copy.set(entry.getKey(), copied(object, name -> !name.equals("managedFields")));
            else copy.set(entry.getKey(), value);
        }
        return copy;
    }

    /** Merges into {@code document}, which is ours to change, and returns what stands in its place. */
    ObjectNode merged(ObjectNode document, ObjectNode patch, Shape shape) {
        if (isRefused()) return document;
        var directive = patch.get(Directive.PATCH);
        if (directive != null) return directed(document, patch, directive.asText());
        retainKeys(document, patch);
        for (var name : names(patch)) {
            if (name.startsWith(Directive.ELEMENT_ORDER)) inOrder(document, patch, name, shape);
        }
        for (var name : names(patch)) {
            if (isRefused()) return document;
            if (name.startsWith(Directive.DELETE_FROM)) deleteFrom(document, patch, name);
            else if (!name.startsWith(Directive.ELEMENT_ORDER)) member(document, name, patch, shape);
        }
        return document;
    }

    private ObjectNode directed(ObjectNode document, ObjectNode patch, String directive) {
        return switch (directive) {
            case Directive.REPLACE -> {
                patch.remove(Directive.PATCH);
                yield patch;
            }
            case Directive.DELETE -> document.objectNode();
            default -> {
                refuse(PatchOutcome.unclassified(PatchText.unknownDirective(patch)));
                yield document;
            }
        };
    }

    private void member(ObjectNode document, String name, ObjectNode patch, Shape shape) {
        var change = patch.get(name);
        var current = document.get(name);
        var rule = fieldOf(shape, name).patch();
        if (change.isNull()) {
            document.remove(name);
        } else if (current == null && Directive.isDirected(change)) {
            return; // there is nothing that could be replaced or deleted, and nothing is taken
        } else if (current instanceof ObjectNode object && change instanceof ObjectNode changes) {
            var element = fieldOf(shape, name).shape();
            document.set(name, rule.replaces() ? changes : merged(object, changes, element));
        } else if (current instanceof ArrayNode stored && change instanceof ArrayNode changes) {
            document.set(name, rule.merges() ? list(shape, name).merged(stored, changes) : changes);
        } else {
            document.set(name, Directive.added(change));
        }
    }

    private MergedList list(Shape shape, String name) {
        var field = fieldOf(shape, name);
        var element = field.shape() instanceof Shape.ListOf of ? of.element() : Shape.Free.INSTANCE;
        return new MergedList(this, field.patch().mergeKey(), element);
    }

    private static SchemaField fieldOf(Shape shape, String name) {
        return shape instanceof Shape.Struct struct
                ? struct.field(name)
                : new SchemaField(name, shape.member(name), PatchRule.PLAIN, false);
    }

    /** Merges the list that a {@code $setElementOrder} directive is about, with or without new content. */
    private void inOrder(ObjectNode document, ObjectNode patch, String directive, Shape shape) {
        var name = Directive.listName(directive, Directive.ELEMENT_ORDER);
        if (name.isEmpty()) {
            refuse(PatchOutcome.invalid(PatchText.ELEMENT_ORDER));
            return;
        }
        var given = patch.get(name);
        if (!(patch.get(directive) instanceof ArrayNode order)) {
            refuse(PatchOutcome.unclassified(PatchText.notAList(patch.path(directive))));
            return;
        }
        if (given != null && !given.isArray()) {
            refuse(PatchOutcome.unclassified(PatchText.notAList(given)));
            return;
        }
        var current = document.get(name);
        if (given == null && current != null && !current.isArray()) {
            refuse(PatchOutcome.unclassified(PatchText.notAList(current)));
            return;
        }
        if (shape instanceof Shape.Struct struct && !struct.knows(name)) {
            refuse(PatchOutcome.unclassified(PatchText.noSuchField(struct.name(), name)));
            return;
        }
        patch.remove(directive);
        if (given == null && current == null) return;
        var changes = given instanceof ArrayNode list ? list : document.arrayNode();
        var merging = list(shape, name);
        if (!fieldOf(shape, name).patch().merges()) {
            if (given != null) merging.checkOrder(changes, order);
        } else if (current instanceof ArrayNode stored) {
            document.set(name, merging.merged(stored, changes, order));
            patch.remove(name);
        } else {
            document.set(name, Directive.added(merging.inOrder(changes, order)));
            patch.remove(name);
        }
    }

    private void retainKeys(ObjectNode document, ObjectNode patch) {
        var list = patch.remove(Directive.RETAIN_KEYS);
        if (list == null) return;
        var retained = new HashSet<String>();
        var isListOfNames = list.isArray();
        for (var name : list) {
            isListOfNames &= name.isTextual();
            retained.add(name.asText());
        }
        for (var entry : patch.properties()) {
            var name = entry.getKey();
            isListOfNames &= Directive.isOne(name) || entry.getValue().isNull() || retained.contains(name);
        }
        if (!isListOfNames) {
            refuse(PatchOutcome.invalid(PatchText.RETAIN_KEYS));
            return;
        }
        for (var name : names(document)) {
            if (!retained.contains(name)) document.remove(name);
        }
    }

    private void deleteFrom(ObjectNode document, ObjectNode patch, String directive) {
        var name = Directive.listName(directive, Directive.DELETE_FROM);
        if (name.isEmpty()) {
            refuse(PatchOutcome.invalid(PatchText.PRIMITIVE_LIST));
            return;
        }
        if (!(patch.path(directive) instanceof ArrayNode deleted)) return;
        if (!(document.get(name) instanceof ArrayNode list)) return;
        count(list.size() + deleted.size());
        if (!MergedList.isUniform(list, deleted)) {
            refuse(PatchOutcome.unclassified(PatchText.mixedList(list, deleted)));
            return;
        }
        if (list.path(0).isObject()) return; // it is about plain values only
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

    private static List<String> names(ObjectNode map) {
        var names = new ArrayList<String>();
        map.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Notes that entries of lists are merged. */
    void count(int merged) {
        entries += merged;
        if (entries > MOST_ENTRIES) refuse(PatchOutcome.tooLarge(PatchText.TOO_MUCH_WORK));
    }

    void refuse(PatchOutcome refused) {
        if (refusal == null) refusal = refused;
    }

    boolean isRefused() {
        return refusal != null;
    }
}
