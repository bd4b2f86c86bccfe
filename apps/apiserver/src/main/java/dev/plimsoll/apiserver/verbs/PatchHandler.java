package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.decoding.BodyDecoder.Decoded;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.codec.apply.ApplyOutcome;
import dev.plimsoll.codec.apply.ServerSideApply;
import dev.plimsoll.codec.patch.GoText;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.MergePatch;
import dev.plimsoll.codec.patch.PatchOutcome;
import dev.plimsoll.codec.patch.StrategicPatch;
import dev.plimsoll.codec.schema.DeclaredOrder;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.strategy.ResetFields;
import dev.plimsoll.kinds.strategy.Strategy.Write;
import dev.plimsoll.objects.TypeMeta;
import java.util.List;
import java.util.function.Supplier;

/** PATCH of all types. */
public final class PatchHandler {
    private final Engine engine;
    private final CreateHandler creating;
    private final UpdateHandler changing;
    private final FieldManagers managers;

    public PatchHandler(Engine engine, CreateHandler creating, UpdateHandler changing) {
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

    public VerbResult patch(Call call) {
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
            var decoded = patched(call, type, options, stored, patch);
            managers.changed(call.kind(), call.subresource(), stored, decoded, options);
            unpin(decoded.document(), stored);
            var kept = engine.strategies()
                    .of(call.kind())
                    .keptThoughRemoved(new Write(call.subresource(), decoded.document(), stored));
            return decoded.warnedOf(kept);
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

    private Decoded patched(Call call, Type type, WriteOptions options, ObjectNode stored, JsonNode patch) {
        var kind = call.kind();
        var validation = options.fieldValidation();
        if (type == Type.STRATEGIC) {
            var left = patch.deepCopy(); // it is used up, and may be needed again
            var tree = tree(
                    StrategicPatch.consume(stored, left, engine.strategies().shape(kind)));
            checkNamed(call, tree);
            return engine.decoder()
                    .converted(tree, () -> GoText.of(left), StrategicPatch.touched(patch), kind, validation);
        }
        var tree = tree(type == Type.JSON ? JsonPatch.apply(stored, patch) : MergePatch.apply(stored, patch));
        checkNamed(call, tree);
        Supplier<ObjectNode> text = () -> {
            var ordered = DeclaredOrder.of(stored, engine.strategies().shape(kind));
            return patch instanceof ObjectNode changes
                    ? MergePatch.shown(ordered, changes)
                    : JsonPatch.shown(ordered, patch);
        };
        var findings = type == Type.JSON ? JsonPatch.findings(patch) : List.<String>of();
        return engine.decoder().patched(tree, text, findings, kind, validation);
    }

    /** The patched document, or the refusal of the patch. */
    static ObjectNode tree(PatchOutcome outcome) {
        return switch (outcome) {
            case PatchOutcome.Patched(var tree) -> tree;
            case PatchOutcome.Refused(var kind, var message) ->
                throw new RefusedException(
                        switch (kind) {
                            case INVALID -> new Refusal.BadRequest(message);
                            case TOO_LARGE -> new Refusal.TooLarge(message);
                            case NOT_APPLICABLE -> new Refusal.NotProcessable(message);
                            case UNCLASSIFIED -> new Refusal.Unclassified(message);
                        });
        };
    }

    private static void checkNamed(Call call, ObjectNode patched) {
        if (DocumentMetadata.of(patched).hasName()) return;
        throw new RefusedException(new Refusal.BadRequest(
                "the name of the object (" + call.name() + " based on URL) was undeterminable: name must be provided"));
    }

    /** A version that the patch did not name is no condition: the patch is made again on whatever is there. */
    private static void unpin(ObjectNode patched, ObjectNode stored) {
        var meta = DocumentMetadata.of(patched);
        if (meta.resourceVersion().equals(DocumentMetadata.of(stored).resourceVersion())) meta.withoutResourceVersion();
    }

    private VerbResult apply(Call call) {
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
            if (!call.kind().verbs().contains(Verb.CREATE)) throw new RefusedException(new Refusal.MethodNotAllowed());
            checkNoUid(call, DocumentMetadata.of(config));
            DocumentMetadata.of(config).withoutResourceVersion(); // clients that read before they apply send one
            var blank = engine.strategies().shape(call.kind()).blank();
            var decoded = applied(call, options, blank, config);
            try {
                return creating.create(call, decoded.document(), options, decoded.warnings());
            } catch (RefusedException refused) {
                // Another client was faster: this configuration is applied to what that one made.
                if (!(refused.refusal() instanceof Refusal.AlreadyExists)) throw refused;
            }
        }
        return changing.change(call, options, stored -> {
            var decoded = applied(call, options, stored, config);
            if (DocumentMetadata.of(config).resourceVersion().isEmpty()) unpin(decoded.document(), stored);
            return decoded;
        });
    }

    private static void checkConfig(Call call, ObjectNode config) {
        var type = TypeMeta.of(config);
        if (!type.kind().equals(call.kind().name())
                || !type.apiVersion().equals(call.kind().apiVersion())) {
            throw new RefusedException(
                    new Refusal.BadRequest("invalid object type: " + typeText(type.apiVersion(), type.kind())));
        }
        UpdateHandler.checkPlace(call, DocumentMetadata.of(config));
        DocumentMetadata.of(config).name(call.name());
    }

    /** A version and a kind as messages name them; the core group has an empty name. */
    private static String typeText(String version, String kind) {
        return (version.contains("/") ? version : "/" + version) + ", Kind=" + kind;
    }

    private static void checkNoUid(Call call, DocumentMetadata config) {
        if (config.uid().isEmpty()) return;
        throw new RefusedException(new Refusal.Conflict(
                call.kind().group(),
                call.kind().plural(),
                call.name(),
                "uid mismatch: the provided object specified uid " + config.uid()
                        + ", and no existing object was found"));
    }

    private Decoded applied(Call call, WriteOptions options, ObjectNode live, ObjectNode config) {
        var apply = new ServerSideApply(
                engine.strategies().shape(call.kind()),
                managers.writer(call.kind(), call.subresource(), options),
                ResetFields.of(call.kind(), call.subresource()));
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
            case ApplyOutcome.Mistyped(var problems) ->
                throw new RefusedException(new Refusal.Unclassified("failed to create typed patch object ("
                        + DocumentMetadata.of(config).namespace() + "/" + call.name() + "; "
                        + typeText(call.kind().apiVersion(), call.kind().name()) + "): " + problems));
        };
    }

    private Decoded decoded(Call call, WriteOptions options, ObjectNode tree) {
        return engine.decoder().converted(tree, tree::toString, _ -> true, call.kind(), options.fieldValidation());
    }
}
