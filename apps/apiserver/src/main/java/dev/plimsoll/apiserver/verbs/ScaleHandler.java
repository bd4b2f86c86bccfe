package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.decoding.BodyDecoder.Decoded;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.MergePatch;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.ScalePaths;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.ArrayList;
import java.util.List;

/** The number of replicas of a workload, seen as an object of its own. */
public final class ScaleHandler {
    private static final ScalePaths OWN_KINDS =
            new ScalePaths(List.of("spec", "replicas"), List.of("status", "replicas"), List.of());

    private final Engine engine;
    private final UpdateHandler changing;

    public ScaleHandler(Engine engine, UpdateHandler changing) {
        this.engine = engine;
        this.changing = changing;
    }

    public VerbResult get(Call call) {
        var object = engine.registry().get(call.kind(), call.namespace(), call.name());
        return VerbResult.of(200, scale(call.kind(), object.tree()), List.of());
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
        var outcome = changing.change(main, options, stored -> {
            var wanted = edit.apply(scale(call.kind(), stored));
            var next = stored.deepCopy();
            put(
                    next,
                    paths(call.kind()).specReplicas(),
                    wanted.path("spec").path("replicas").asInt());
            var version = DocumentMetadata.of(wanted).resourceVersion();
            if (version.equals(DocumentMetadata.of(stored).resourceVersion()))
                DocumentMetadata.of(next).remove("resourceVersion");
            else if (!version.isEmpty()) DocumentMetadata.of(next).put("resourceVersion", version);
            return new Decoded(next, List.of());
        });
        return VerbResult.of(
                outcome.status(), scale(call.kind(), StoredJson.tree(outcome.bytes())), outcome.warnings());
    }

    private static ScalePaths paths(Kind kind) {
        var extension = kind.extension();
        var given = extension == null ? null : extension.scale();
        return given == null ? OWN_KINDS : given;
    }

    private static void put(ObjectNode object, List<String> path, int value) {
        var at = object;
        for (var name : path.subList(0, path.size() - 1)) {
            at = at.get(name) instanceof ObjectNode inner ? inner : at.putObject(name);
        }
        at.put(path.getLast(), value);
    }

    private static JsonNode at(JsonNode object, List<String> path) {
        var found = object;
        for (var name : path) found = found.path(name);
        return found;
    }

    private static ObjectNode scale(Kind kind, ObjectNode object) {
        var paths = paths(kind);
        var replicas = at(object, paths.specReplicas());
        if (kind.extension() != null && !replicas.isNumber()) {
            throw new RefusedException(new Refusal.Internal(
                    "the spec replicas field \"." + String.join(".", paths.specReplicas()) + "\" does not exist"));
        }
        var scale = JsonNodeFactory.instance.objectNode();
        scale.put("kind", "Scale");
        scale.put("apiVersion", "autoscaling/v1");
        DocumentMetadata.of(scale)
                .take(DocumentMetadata.of(object), "name", "namespace", "uid", "resourceVersion", "creationTimestamp");
        var spec = scale.putObject("spec");
        // As in Kubernetes, where none are wanted nothing is said.
        if (replicas.asInt() != 0) spec.put("replicas", replicas.asInt());
        var status = scale.putObject("status");
        status.put("replicas", at(object, paths.statusReplicas()).asInt());
        var selector = kind.extension() == null
                ? selector(object.path("spec").path("selector"))
                : paths.selector().isEmpty() ? "" : at(object, paths.selector()).asText();
        if (!selector.isEmpty()) status.put("selector", selector);
        return scale;
    }

    /** As text, which is how clients of a scale expect it. */
    private static String selector(JsonNode selector) {
        var terms = new ArrayList<String>();
        for (var label : selector.path("matchLabels").properties()) {
            terms.add(label.getKey() + "=" + label.getValue().asText());
        }
        for (var expression : selector.path("matchExpressions")) {
            var key = expression.path("key").asText();
            var values = new ArrayList<String>();
            for (var value : expression.path("values")) values.add(value.asText());
            switch (expression.path("operator").asText()) {
                case "In" -> terms.add(key + " in (" + String.join(",", values) + ")");
                case "NotIn" -> terms.add(key + " notin (" + String.join(",", values) + ")");
                case "Exists" -> terms.add(key);
                case "DoesNotExist" -> terms.add("!" + key);
                default -> {}
            }
        }
        return String.join(",", terms);
    }
}
