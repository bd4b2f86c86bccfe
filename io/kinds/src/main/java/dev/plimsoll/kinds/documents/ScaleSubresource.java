package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.ScalePaths;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.TypeMeta;
import java.util.ArrayList;
import java.util.List;

/** The number of replicas of an object, as an object of its own: a Scale. */
public final class ScaleSubresource {
    private static final TypeMeta TYPE = new TypeMeta("autoscaling/v1", "Scale");
    private static final ScalePaths OWN_KINDS =
            new ScalePaths(List.of("spec", "replicas"), List.of("status", "replicas"), List.of());

    private final Kind kind;
    private final ScalePaths paths;

    /** Of objects of a kind. */
    public ScaleSubresource(Kind kind) {
        this.kind = kind;
        var extension = kind.extension();
        var given = extension == null ? null : extension.scale();
        this.paths = given == null ? OWN_KINDS : given;
    }

    /** The Scale of an object. */
    public ObjectNode of(ObjectNode object) {
        var replicas = at(object, paths.specReplicas());
        if (kind.extension() != null && !replicas.isNumber()) {
            throw new RefusedException(new Refusal.Internal(
                    "the spec replicas field \"." + String.join(".", paths.specReplicas()) + "\" does not exist"));
        }
        var scale = JsonNodeFactory.instance.objectNode();
        TYPE.writeTo(scale);
        DocumentMetadata.of(scale).takeIdentity(DocumentMetadata.of(object));
        var spec = scale.putObject("spec");
        // As in Kubernetes, where none are wanted nothing is said.
        if (replicas.asInt() != 0) spec.put("replicas", replicas.asInt());
        var status = scale.putObject("status");
        status.put("replicas", at(object, paths.statusReplicas()).asInt());
        var selector = selector(object);
        if (!selector.isEmpty()) status.put("selector", selector);
        return scale;
    }

    /** A copy of the stored object with as many replicas as a Scale wants; it expects the version that the Scale names, if it is another. */
    public ObjectNode written(ObjectNode stored, ObjectNode scale) {
        var next = stored.deepCopy();
        put(next, scale.path("spec").path("replicas").asInt());
        var metadata = DocumentMetadata.of(next);
        var version = DocumentMetadata.of(scale).resourceVersion();
        if (version.equals(metadata.resourceVersion())) metadata.withoutResourceVersion();
        else if (!version.isEmpty()) metadata.resourceVersion(version);
        return next;
    }

    private void put(ObjectNode object, int replicas) {
        var path = paths.specReplicas();
        var at = object;
        for (var name : path.subList(0, path.size() - 1)) {
            at = at.get(name) instanceof ObjectNode inner ? inner : at.putObject(name);
        }
        at.put(path.getLast(), replicas);
    }

    private static JsonNode at(JsonNode object, List<String> path) {
        var found = object;
        for (var name : path) found = found.path(name);
        return found;
    }

    private String selector(JsonNode object) {
        if (kind.extension() == null) return text(object.path("spec").path("selector"));
        return paths.selector().isEmpty() ? "" : at(object, paths.selector()).asText();
    }

    /** As text, which is how clients of a scale expect it. */
    private static String text(JsonNode selector) {
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
