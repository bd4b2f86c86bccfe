package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.flag;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.tree.DraftNode;

/** A question what a user may do, or the answer. */
public final class SubjectAccessReviewObject extends ApiObject {
    public static final ApiResource RESOURCE =
            ApiResource.clustered("authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview");

    public SubjectAccessReviewObject(ObjectNode document) {
        super(document);
    }

    /** Whether the user may do something with a path that is no resource. */
    public static ObjectNode ofPath(UserInfo user, String verb, String path) {
        var review = of(user);
        review.object("spec").object("nonResourceAttributes").put("path", path).put("verb", verb);
        return review.node();
    }

    /** Whether the user may do something with a part of a node. */
    public static ObjectNode ofNode(UserInfo user, String verb, String node, String subresource) {
        var review = of(user);
        review.object("spec")
                .object("resourceAttributes")
                .put("verb", verb)
                .put("group", "")
                .put("version", "v1")
                .put("resource", "nodes")
                .put("subresource", subresource)
                .put("name", node);
        return review.node();
    }

    /** Whether the user may create a part of an object of the whole cluster, whatever its name. */
    public static ObjectNode ofCreation(UserInfo user, ApiResource resource, String subresource) {
        var review = of(user);
        review.object("spec")
                .object("resourceAttributes")
                .put("verb", "create")
                .put("group", resource.group())
                .put("version", "*")
                .put("resource", resource.plural())
                .put("subresource", subresource);
        return review.node();
    }

    private static DraftNode of(UserInfo user) {
        var review = DraftNode.empty().put("apiVersion", RESOURCE.apiVersion()).put("kind", RESOURCE.kind());
        var spec = review.object("spec").put("user", user.username()).putUnlessEmpty("uid", user.uid());
        var groups = spec.list("groups");
        user.groups().forEach(groups::add);
        user.extra().forEach((key, values) -> {
            var list = spec.object("extra").list(key);
            values.forEach(list::add);
        });
        return review;
    }

    public boolean isAllowed() {
        return flag(statusNode(), "allowed");
    }
}
