package dev.plimsoll.apiserver.admission.matching;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionAttributes.Operation;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.AdmissionRequest;
import dev.plimsoll.objects.TypeMeta;
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
        TypeMeta.setApiVersion(stored, to.apiVersion());
        return stored;
    }

    /** The request without its objects. */
    public AdmissionRequest request() {
        return new AdmissionRequest(
                kind,
                review.kind(),
                review.subresource(),
                review.namespace(),
                review.name(),
                review.operation().name(),
                review.user(),
                review.dryRun());
    }
}
