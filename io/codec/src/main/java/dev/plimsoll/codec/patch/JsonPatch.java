package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Optional;

/** JSON patch (RFC 6902): all operations succeed or none has happened. */
public final class JsonPatch {
    public static final int MOST_OPERATIONS = 10_000;

    /** How many values copy operations may add in all: copies of copies double a document with every step. */
    static final int MOST_COPIED_VALUES = 1_000_000;

    private final PatchedTree tree;
    private int copiedValues;

    private JsonPatch(JsonNode document) {
        this.tree = new PatchedTree(document);
    }

    public static PatchOutcome apply(ObjectNode document, JsonNode patch) {
        if (!patch.isArray()) return PatchOutcome.invalid(PatchText.INVALID_JSON_PATCH);
        if (patch.size() > MOST_OPERATIONS) {
            return new PatchOutcome.Refused(
                    PatchOutcome.Kind.TOO_LARGE, PatchText.tooManyOperations(MOST_OPERATIONS, patch.size()));
        }
        var operations = new ArrayList<Optional<Operation>>();
        for (var step : patch) {
            if (!step.isObject()) return PatchOutcome.invalid(PatchText.INVALID_JSON_PATCH);
            operations.add(Operation.read(step));
        }
        var patching = new JsonPatch(document.deepCopy());
        for (var operation : operations) {
            if (operation.isEmpty() || !patching.perform(operation.get())) {
                return PatchOutcome.notApplicable(PatchText.REJECTED);
            }
        }
        return patching.tree.root() instanceof ObjectNode patched
                ? new PatchOutcome.Patched(patched)
                : PatchOutcome.notApplicable(PatchText.REJECTED);
    }

    private boolean perform(Operation operation) {
        return switch (operation) {
            case Operation.Add(var path, var value) -> tree.add(path, value.deepCopy());
            case Operation.Remove(var path) -> tree.remove(path);
            case Operation.Replace(var path, var value) -> tree.replace(path, value.deepCopy());
            case Operation.Move(var from, var path) -> move(from, path);
            case Operation.Copy(var from, var path) -> copy(from, path);
            case Operation.Test(var path, var value) -> test(path, value);
        };
    }

    private boolean move(Pointer from, Pointer path) {
        if (from.contains(path)) return false;
        var value = tree.find(from);
        if (value.isEmpty()) return false;
        if (from.equals(path)) return true;
        return tree.remove(from) && tree.add(path, value.get());
    }

    private boolean copy(Pointer from, Pointer path) {
        var value = tree.find(from);
        if (value.isEmpty()) return false;
        copiedValues += size(value.get());
        return copiedValues <= MOST_COPIED_VALUES && tree.add(path, value.get().deepCopy());
    }

    /** A value that is not there counts as null. */
    private boolean test(Pointer path, JsonNode value) {
        var found = tree.find(path);
        return found.isEmpty() ? value.isNull() : SameJson.same(found.get(), value);
    }

    private static int size(JsonNode node) {
        var size = 1;
        for (var child : node) size += size(child);
        return size;
    }
}
