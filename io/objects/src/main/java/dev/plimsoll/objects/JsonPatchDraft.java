package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.estimation.application.PatchOperation;
import dev.plimsoll.objects.tree.DraftNode;

/** A JSON patch that is being written: operations on paths of a document, in order. */
public final class JsonPatchDraft {
    private final ArrayNode operations = JsonNodeFactory.instance.arrayNode();

    /** The server refuses the patch where the document has another value. */
    public JsonPatchDraft test(String path, JsonNode value) {
        return operation("test", path, value);
    }

    public JsonPatchDraft add(String path, JsonNode value) {
        return operation("add", path, value);
    }

    public JsonPatchDraft replace(String path, JsonNode value) {
        return operation("replace", path, value);
    }

    public JsonPatchDraft remove(String path) {
        operations.add(DraftNode.empty().put("op", "remove").put("path", path).node());
        return this;
    }

    public JsonPatchDraft add(PatchOperation operation) {
        return switch (operation) {
            case PatchOperation.AddObject(var path) ->
                add(path, DraftNode.empty().node());
            case PatchOperation.AddText(var path, var text) -> add(path, TextNode.valueOf(text));
            case PatchOperation.Remove(var path) -> remove(path);
        };
    }

    public JsonPatchDraft addAll(Iterable<PatchOperation> more) {
        more.forEach(this::add);
        return this;
    }

    private JsonPatchDraft operation(String name, String path, JsonNode value) {
        operations.add(DraftNode.empty()
                .put("op", name)
                .put("path", path)
                .set("value", value)
                .node());
        return this;
    }

    public boolean isEmpty() {
        return operations.isEmpty();
    }

    public Patch.JsonPatch patch() {
        return new Patch.JsonPatch(operations);
    }
}
