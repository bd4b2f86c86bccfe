package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.tree.DraftNode;

/** A question who the one is who asks, or the answer. */
public final class SelfSubjectReviewObject extends ApiObject {
    public static final ApiResource RESOURCE =
            ApiResource.clustered("authentication.k8s.io", "v1", "selfsubjectreviews", "SelfSubjectReview");

    public SelfSubjectReviewObject(ObjectNode document) {
        super(document);
    }

    public static ObjectNode question() {
        return DraftNode.empty()
                .put("apiVersion", RESOURCE.apiVersion())
                .put("kind", RESOURCE.kind())
                .node();
    }

    /** The name by which the API server knows the one who asked. */
    public String username() {
        return text(statusNode().path("userInfo"), "username");
    }
}
