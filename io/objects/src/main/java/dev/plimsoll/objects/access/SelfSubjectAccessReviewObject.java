package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.flag;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.tree.DraftNode;

/** A question what the one who asks may do, or the answer. */
public final class SelfSubjectAccessReviewObject extends ApiObject {
    public static final ApiResource RESOURCE =
            ApiResource.clustered("authorization.k8s.io", "v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview");

    public SelfSubjectAccessReviewObject(ObjectNode document) {
        super(document);
    }

    /**
     * Whether the one who asks may do something with the objects of a kind.
     *
     * @param namespace empty for all namespaces
     */
    public static ObjectNode of(String verb, ApiResource resource, String namespace) {
        var review = DraftNode.empty().put("apiVersion", RESOURCE.apiVersion()).put("kind", RESOURCE.kind());
        review.object("spec")
                .object("resourceAttributes")
                .put("verb", verb)
                .put("group", resource.group())
                .put("version", resource.version())
                .put("resource", resource.plural())
                .putUnlessEmpty("subresource", resource.subresource())
                .putUnlessEmpty("namespace", namespace);
        return review.node();
    }

    public boolean isAllowed() {
        return flag(statusNode(), "allowed");
    }
}
