package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.documents.Decoder.Decoded;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.codec.apply.ApplyOutcome;
import dev.plimsoll.codec.apply.ServerSideApply;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.MergePatch;
import dev.plimsoll.codec.patch.PatchOutcome;
import dev.plimsoll.codec.patch.StrategicPatch;
import dev.plimsoll.core.validation.FieldError;

/** PATCH of all types. */
public final class Patching {
    private final Engine engine;
    private final Creating creating;
    private final Changing changing;
    private final FieldManagers managers;

    public Patching(Engine engine, Creating creating, Changing changing) {
        this.engine = engine;
        this.creating = creating;
        this.changing = changing;
        this.managers = new FieldManagers(engine.strategies(), engine.clock());
    }

    /** How a patch says what it wants. */
    private enum Type {
        JSON,
        MERGE,
        STRATEGIC,
        APPLY
    }

    public Outcome patch(Call call) {
        var type = type(call.request().mediaType());
        if (type == Type.APPLY) return apply(call);
        if (type == Type.STRATEGIC && !engine.strategies().shape(call.kind()).takesStrategicPatches()) {
            throw new RefusedException(new Refusal.UnsupportedMediaType(true));
        }
        var options = WriteOptions.of(call, "PatchOptions");
        if (call.query().has("force")) {
            throw new RefusedException(Refusal.Invalid.options(
                    "PatchOptions", FieldError.forbidden("force", "may not be specified for non-apply patch")));
        }
        var patch = BodyReader.patch(BodyReader.bytes(call.request()));
        return changing.change(call, options, stored -> {
            var patched = patched(call, type, stored, patch);
            var decoded = engine.decoder().patched(patched, call.kind(), options.fieldValidation());
            managers.changed(call.kind(), call.subresource(), stored, decoded.document(), options);
            unpin(decoded.document(), stored);
            return decoded;
        });
    }

    private static Type type(String mediaType) {
        return switch (mediaType) {
            case "application/json-patch+json" -> Type.JSON;
            case "application/merge-patch+json" -> Type.MERGE;
            case "application/strategic-merge-patch+json" -> Type.STRATEGIC;
            case "application/apply-patch+yaml" -> Type.APPLY;
            default -> throw new RefusedException(new Refusal.UnsupportedMediaType(true));
        };
    }

    private ObjectNode patched(Call call, Type type, ObjectNode stored, JsonNode patch) {
        var outcome = switch (type) {
            case JSON -> JsonPatch.apply(stored, patch);
            case MERGE -> MergePatch.apply(stored, patch);
            case STRATEGIC, APPLY ->
                StrategicPatch.apply(stored, patch, engine.strategies().shape(call.kind()));
        };
        return switch (outcome) {
            case PatchOutcome.Patched(var tree) -> tree;
            case PatchOutcome.Refused(var kind, var message) ->
                throw new RefusedException(
                        switch (kind) {
                            case INVALID -> new Refusal.BadRequest(message);
                            case TOO_LARGE -> new Refusal.TooLarge(message);
                            case NOT_APPLICABLE -> new Refusal.NotProcessable(message);
                        });
        };
    }

    /** A version that the patch did not name is no condition: the patch is made again on whatever is there. */
    private static void unpin(ObjectNode patched, ObjectNode stored) {
        var meta = Meta.of(patched);
        if (meta.resourceVersion().equals(Meta.of(stored).resourceVersion())) meta.remove("resourceVersion");
    }

    private Outcome apply(Call call) {
        var options = WriteOptions.of(call, "PatchOptions");
        if (call.query().text("fieldManager").isEmpty()) {
            throw new RefusedException(Refusal.Invalid.options(
                    "PatchOptions", FieldError.required("fieldManager", "is required for apply patch")));
        }
        var bytes = BodyReader.bytes(call.request());
        var config = BodyReader.yaml(bytes, call.kind().name());
        checkConfig(call, config);
        var known = engine.registry().find(call.kind(), call.namespace(), call.name());
        if (known.isEmpty()) {
            if (!call.subresource().isEmpty()) {
                throw new RefusedException(Refusal.NotFound.of(call.kind(), call.name()));
            }
            var blank = engine.strategies().shape(call.kind()).blank();
            var decoded = applied(call, options, blank, config);
            return creating.create(call, decoded.document(), options, decoded.warnings());
        }
        return changing.change(call, options, stored -> {
            var decoded = applied(call, options, stored, config);
            if (Meta.of(config).resourceVersion().isEmpty()) unpin(decoded.document(), stored);
            return decoded;
        });
    }

    private static void checkConfig(Call call, ObjectNode config) {
        Changing.checkPlace(call, Meta.of(config));
        if (config.path("kind").asText().isEmpty()
                || config.path("apiVersion").asText().isEmpty()) {
            throw new RefusedException(new Refusal.BadRequest("invalid object type: /, Kind="));
        }
        Meta.of(config).put("name", call.name());
        if (call.kind().namespaced()) Meta.of(config).put("namespace", call.namespace());
    }

    private Decoded applied(Call call, WriteOptions options, ObjectNode live, ObjectNode config) {
        var apply = new ServerSideApply(
                engine.strategies().shape(call.kind()),
                managers.writer(call.kind(), call.subresource(), options),
                FieldManagers.filter(call.kind(), call.subresource()));
        return switch (apply.apply(live, config.deepCopy(), options.force())) {
            case ApplyOutcome.Applied(var tree) -> decoded(call, options, tree);
            case ApplyOutcome.Conflicting(var conflicts, var message) ->
                throw new RefusedException(new Refusal.ApplyConflict(
                        message,
                        conflicts.stream()
                                .map(conflict ->
                                        new Refusal.Cause("FieldManagerConflict", conflict.message(), conflict.path()))
                                .toList()));
            case ApplyOutcome.Refused(var message) -> throw new RefusedException(new Refusal.BadRequest(message));
        };
    }

    private Decoded decoded(Call call, WriteOptions options, ObjectNode tree) {
        return engine.decoder().patched(tree, call.kind(), options.fieldValidation());
    }
}
