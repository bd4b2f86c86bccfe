package dev.plimsoll.apiserver.admission.matching;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.decoding.BodyDecoder;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;

/** Puts what a webhook or policy made of an object in its place. */
public final class ObjectMutation {
    private final BodyDecoder decoder;

    public ObjectMutation(BodyDecoder decoder) {
        this.decoder = decoder;
    }

    /** Whether the object is another now; {@code changed} is in the version that the request was matched in. */
    public boolean put(MatchedRequest request, ObjectNode changed) {
        var object = request.review().object();
        var next = decoded(request, request.back(changed));
        if (next.equals(object)) return false;
        object.removeAll();
        object.setAll(next);
        return true;
    }

    /** As if the client had sent it so: with types, canonical form and defaults. */
    private ObjectNode decoded(MatchedRequest request, ObjectNode tree) {
        // Parts with a kind of their own have no table of fields.
        if (!request.isWhole()) return tree;
        var review = request.review();
        try {
            var document = decoder.mutated(tree, review.kind()).document();
            if (review.kind().namespaced()) DocumentMetadata.of(document).namespace(review.namespace());
            return document;
        } catch (RefusedException e) {
            var why = switch (e.refusal()) {
                case Refusal.Unpatchable(var _, var message) -> message;
                case Refusal.Invalid invalid -> invalid.errors().getFirst().toString();
                case Refusal other -> other.toString();
            };
            throw new RefusedException(new Refusal.Internal(why));
        }
    }
}
