package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.decoding.BodyDecoder.Decoded;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.MergePatch;
import dev.plimsoll.kinds.documents.ScaleSubresource;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.List;

/** The number of replicas of a workload, seen as an object of its own. */
public final class ScaleHandler {
    private final Engine engine;
    private final UpdateHandler changing;

    public ScaleHandler(Engine engine, UpdateHandler changing) {
        this.engine = engine;
        this.changing = changing;
    }

    public VerbResult get(Call call) {
        var object = engine.registry().get(call.kind(), call.namespace(), call.name());
        return VerbResult.of(200, new ScaleSubresource(call.kind()).of(object.tree()), List.of());
    }

    public VerbResult update(Call call) {
        var sent = BodyReader.object(call.request(), "Scale").object();
        return write(call, WriteOptions.of(call, "UpdateOptions"), _ -> sent);
    }

    public VerbResult patch(Call call) {
        var type = call.request().mediaType();
        var patch = BodyReader.patch(BodyReader.bytes(call.request()));
        return write(call, WriteOptions.of(call, "PatchOptions"), scale -> patched(type, scale, patch));
    }

    private interface Edit {
        ObjectNode apply(ObjectNode scale);
    }

    private static ObjectNode patched(String type, ObjectNode scale, JsonNode patch) {
        var outcome = switch (type) {
            case "application/json-patch+json" -> JsonPatch.apply(scale, patch);
            case "application/merge-patch+json", "application/strategic-merge-patch+json" ->
                MergePatch.apply(scale, patch);
            default -> throw new RefusedException(new Refusal.UnsupportedMediaType(true));
        };
        return PatchHandler.tree(outcome);
    }

    private VerbResult write(Call call, WriteOptions options, Edit edit) {
        var main = new Call(
                call.request(), call.user(), call.kind(), call.namespace(), call.name(), "", call.representation());
        var scales = new ScaleSubresource(call.kind());
        var outcome = changing.change(
                main, options, stored -> new Decoded(scales.written(stored, edit.apply(scales.of(stored))), List.of()));
        return VerbResult.of(outcome.status(), scales.of(StoredJson.tree(outcome.bytes())), outcome.warnings());
    }
}
