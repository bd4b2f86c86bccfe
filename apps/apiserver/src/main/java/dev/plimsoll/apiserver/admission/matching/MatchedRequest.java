package dev.plimsoll.apiserver.admission.matching;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionAttributes.Operation;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Subresource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A write as a webhook or policy sees it.
 *
 * @param kind the version in which its rule names the resource; mostly that of the request
 */
public record MatchedRequest(AdmissionAttributes review, Kind kind) {
    /** Whether the object is shown in another version than it was sent in. */
    public boolean isConverted() {
        return !kind.apiVersion().equals(review.kind().apiVersion()) && isWhole();
    }

    /** Parts with a kind of their own, such as an eviction, are the same in every version. */
    public boolean isWhole() {
        return review.kind().subresource(review.subresource()).stream()
                .allMatch(part -> part.kind().equals(review.kind().name()));
    }

    /** What is to be stored; null for a deletion. */
    public @Nullable ObjectNode object() {
        return review.operation() == Operation.DELETE ? null : shown(review.object());
    }

    /** What is stored; null for a new object. */
    public @Nullable ObjectNode old() {
        var old = review.old();
        return review.operation() == Operation.CREATE || old == null ? null : shown(old);
    }

    private ObjectNode shown(ObjectNode object) {
        return isConverted() ? converted(object, review.kind(), kind) : object;
    }

    /** A changed object in the version of the request. */
    public ObjectNode back(ObjectNode changed) {
        return isConverted() ? converted(changed, kind, review.kind()) : changed;
    }

    private static ObjectNode converted(ObjectNode object, Kind from, Kind to) {
        var copy = object.deepCopy();
        var converter = from.converter();
        var stored = converter == null ? copy : converter.store(copy);
        var target = to.converter();
        if (target != null) target.show(stored);
        stored.put("apiVersion", to.apiVersion());
        return stored;
    }

    /** The request without its objects. */
    public ObjectNode request() {
        var request = JsonNodeFactory.instance.objectNode();
        kind(request.putObject("kind"), kind);
        resource(request.putObject("resource"), kind);
        if (!review.subresource().isEmpty()) request.put("subResource", review.subresource());
        kind(request.putObject("requestKind"), review.kind());
        resource(request.putObject("requestResource"), review.kind());
        if (!review.subresource().isEmpty()) request.put("requestSubResource", review.subresource());
        if (!review.name().isEmpty()) request.put("name", review.name());
        if (!review.namespace().isEmpty()) request.put("namespace", review.namespace());
        request.put("operation", review.operation().name());
        review.user().show(request.putObject("userInfo"));
        request.put("dryRun", review.dryRun());
        options(request.putObject("options"));
        return request;
    }

    private void kind(ObjectNode node, Kind shown) {
        var part = shown.subresource(review.subresource())
                .orElse(new Subresource("", shown.group(), shown.version(), shown.name(), Set.of()));
        node.put("group", part.group()).put("version", part.version()).put("kind", part.kind());
    }

    private static void resource(ObjectNode node, Kind shown) {
        node.put("group", shown.group()).put("version", shown.version()).put("resource", shown.plural());
    }

    private void options(ObjectNode node) {
        var word = switch (review.operation()) {
            case CREATE -> "CreateOptions";
            case UPDATE -> "UpdateOptions";
            case DELETE -> "DeleteOptions";
        };
        node.put("kind", word).put("apiVersion", "meta.k8s.io/v1");
        if (review.dryRun()) node.putArray("dryRun").add("All");
    }
}
