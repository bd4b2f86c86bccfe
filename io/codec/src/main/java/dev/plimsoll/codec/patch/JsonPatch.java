package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.JsonSize;
import dev.plimsoll.codec.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON patch (RFC 6902): all operations succeed or none has happened. */
public final class JsonPatch {
    public static final int MOST_OPERATIONS = 10_000;

    /**
     * How many bytes copy operations may add in all: copies of copies double a document with every step. It is what the copies
     * become once they are written that counts, since in memory they may share their texts.
     */
    public static final long MOST_COPIED_BYTES = 3 << 20;

    private static final int MOST_FINDINGS = 100;

    /** How many entries of lists may have to move because others come or go before them. */
    static final long MOST_SHIFTS = 50_000_000;

    private final PatchedTree tree;
    private long copiedBytes;
    private @Nullable PatchOutcome refusal;

    private JsonPatch(JsonNode document) {
        this.tree = new PatchedTree(document);
    }

    public static PatchOutcome apply(ObjectNode document, JsonNode patch) {
        if (!patch.isArray()) return PatchOutcome.invalid(PatchText.notOperations(patch));
        if (patch.size() > MOST_OPERATIONS) {
            return PatchOutcome.tooLarge(PatchText.tooManyOperations(MOST_OPERATIONS, patch.size()));
        }
        var operations = new ArrayList<Optional<Operation>>();
        for (var step : patch) {
            if (!step.isObject()) return PatchOutcome.invalid(PatchText.notAnOperation(step));
            operations.add(Operation.read(step));
        }
        var patching = new JsonPatch(document.deepCopy());
        for (var operation : operations) {
            if (operation.isEmpty() || !patching.perform(operation.get())) {
                return patching.refusal == null ? PatchOutcome.notApplicable(PatchText.REJECTED) : patching.refusal;
            }
            if (patching.tree.shifts() > MOST_SHIFTS) return PatchOutcome.tooLarge(PatchText.TOO_MUCH_WORK);
        }
        return patching.tree.root() instanceof ObjectNode patched
                ? new PatchOutcome.Patched(patched)
                : PatchOutcome.notApplicable(PatchText.REJECTED);
    }

    /** What a client should be told of members that no operation has, as far as anybody reads. */
    public static List<String> findings(JsonNode patch) {
        var findings = new ArrayList<String>();
        for (var i = 0; i < patch.size(); i++) {
            for (var member : patch.get(i).properties()) {
                if (Operation.MEMBERS.contains(member.getKey())) continue;
                findings.add("json patch unknown field \"[" + i + "]." + member.getKey() + "\"");
                if (findings.size() == MOST_FINDINGS) return findings;
            }
        }
        return findings;
    }

    /**
     * The document that a patch makes, as Kubernetes shows it if it cannot be read: the objects that the patch looked into have their
     * members in the order of their names, all others in the order of the document or of the patch.
     */
    public static ObjectNode shown(ObjectNode document, JsonNode patch) {
        var patching = new JsonPatch(document.deepCopy());
        for (var step : patch) Operation.read(step).ifPresent(patching::perform);
        return patching.tree.root() instanceof ObjectNode patched ? patching.tree.shown(patched) : document;
    }

    private boolean perform(Operation operation) {
        return switch (operation) {
            case Operation.Add(var path, var value) -> isShallow(path, value) && tree.add(path, value.deepCopy());
            case Operation.Remove(var path) -> tree.remove(path);
            case Operation.Replace(var path, var value) ->
                isShallow(path, value) && tree.replace(path, value.deepCopy());
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
        // Whatever lies no deeper than before is shallow enough still.
        if (path.depth() > from.depth() && !isShallow(path, tree.counted(value.get()))) return false;
        return tree.remove(from) && tree.add(path, value.get());
    }

    private boolean copy(Pointer from, Pointer path) {
        if (from.isWholeDocument()) return false;
        var value = tree.findOrNull(from);
        if (value.isEmpty()) return false;
        copiedBytes += JsonSize.of(value.get());
        if (copiedBytes > MOST_COPIED_BYTES) {
            refusal = PatchOutcome.notApplicable(PatchText.copiedTooMuch(copiedBytes, MOST_COPIED_BYTES));
            return false;
        }
        return isShallow(path, value.get()) && tree.add(path, value.get().deepCopy());
    }

    /** Whether a value at a place leaves the document no deeper than one that a client may send. */
    private boolean isShallow(Pointer path, JsonNode value) {
        if (path.depth() + JsonSize.depth(value) <= StrictJson.DEFAULT_DEPTH) return true;
        refusal = PatchOutcome.notApplicable(PatchText.tooDeep(StrictJson.DEFAULT_DEPTH));
        return false;
    }

    /** A member that an object does not have counts as null. */
    private boolean test(Pointer path, JsonNode value) {
        var found = tree.findOrNull(path);
        found.ifPresent(tree::open);
        return found.filter(each -> SameJson.same(each, value)).isPresent();
    }
}
