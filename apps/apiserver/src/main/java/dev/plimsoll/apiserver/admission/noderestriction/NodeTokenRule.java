package dev.plimsoll.apiserver.admission.noderestriction;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.pod.TokenRequestObject;
import java.util.List;

/** Tokens: a node asks for one only for a pod that is bound to it, and only for an audience that the pod names. */
final class NodeTokenRule implements NodeRule {
    static final String AUDIENCE_VERB = "request-serviceaccounts-token-audience";

    private final Registry registry;
    private final Kind pods;
    private final Authorization authorization;

    NodeTokenRule(Registry registry, Kind pods, Authorization authorization) {
        this.registry = registry;
        this.pods = pods;
        this.authorization = authorization;
    }

    @Override
    public void check(AdmissionAttributes review, String node) {
        if (!review.subresource().equals("token") || review.operation() != AdmissionAttributes.Operation.CREATE) return;
        var request = new TokenRequestObject(review.object());
        var bound = request.boundObject();
        if (!bound.isPod()) throw review.forbidden("node requested token not bound to a pod");
        var uid = bound.uid();
        if (uid.isEmpty()) throw review.forbidden("node requested token with a pod binding without a uid");
        var pod = registry.get(pods, review.namespace(), bound.name()).tree();
        if (!DocumentMetadata.of(pod).uid().equals(uid)) {
            throw review.forbidden("the UID in the bound object reference (" + uid
                    + ") does not match the UID in record. The object might have been deleted and then recreated");
        }
        if (!NodePodRule.nodeOf(pod).equals(node)) {
            throw review.forbidden("node requested token bound to a pod scheduled on a different node");
        }
        audience(review, pod, request.audiences());
    }

    private void audience(AdmissionAttributes review, ObjectNode pod, List<String> audiences) {
        if (audiences.size() > 1) throw review.forbidden("node may only request 0 or 1 audiences");
        var audience = audiences.isEmpty() ? "" : audiences.getFirst();
        if (PodDocument.of(pod).projectsTokenFor(audience) || mayRequest(review, audience)) return;
        throw review.forbidden(
                review.user().name() + " is not authorized to request tokens for audience \"" + audience + "\"");
    }

    private boolean mayRequest(AdmissionAttributes review, String audience) {
        // The audience is the resource; without one there is nothing that a role could name.
        if (audience.isEmpty()) return false;
        var attributes = new Attributes(AUDIENCE_VERB, "", audience, "", review.namespace(), review.name(), "", "");
        return authorization.allows(review.user(), attributes);
    }
}
