package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.access.Attributes;

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
        var spec = review.object().path("spec");
        var bound = spec.path("boundObjectRef");
        var isPod = bound.path("apiVersion").asText().equals("v1")
                && bound.path("kind").asText().equals("Pod")
                && !bound.path("name").asText().isEmpty();
        if (!isPod) throw review.forbidden("node requested token not bound to a pod");
        var uid = bound.path("uid").asText();
        if (uid.isEmpty()) throw review.forbidden("node requested token with a pod binding without a uid");
        var pod = registry.get(pods, review.namespace(), bound.path("name").asText())
                .tree();
        if (!DocumentMetadata.of(pod).uid().equals(uid)) {
            throw review.forbidden("the UID in the bound object reference (" + uid
                    + ") does not match the UID in record. The object might have been deleted and then recreated");
        }
        if (!NodePodRule.nodeOf(pod).equals(node)) {
            throw review.forbidden("node requested token bound to a pod scheduled on a different node");
        }
        audience(review, pod, spec.path("audiences"));
    }

    private void audience(AdmissionAttributes review, ObjectNode pod, JsonNode audiences) {
        if (audiences.size() > 1) throw review.forbidden("node may only request 0 or 1 audiences");
        var audience = audiences.path(0).asText();
        if (isProjected(pod, audience) || mayRequest(review, audience)) return;
        throw review.forbidden(
                review.user().name() + " is not authorized to request tokens for audience \"" + audience + "\"");
    }

    private static boolean isProjected(ObjectNode pod, String audience) {
        for (var volume : pod.path("spec").path("volumes")) {
            for (var source : volume.path("projected").path("sources")) {
                var token = source.path("serviceAccountToken");
                if (!token.isMissingNode() && token.path("audience").asText().equals(audience)) return true;
            }
        }
        return false;
    }

    private boolean mayRequest(AdmissionAttributes review, String audience) {
        // The audience is the resource; without one there is nothing that a role could name.
        if (audience.isEmpty()) return false;
        var attributes = new Attributes(AUDIENCE_VERB, "", audience, "", review.namespace(), review.name(), "", "");
        return authorization.allows(review.user(), attributes);
    }
}
