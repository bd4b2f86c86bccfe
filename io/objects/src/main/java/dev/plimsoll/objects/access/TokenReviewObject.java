package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.flag;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Optional;

/** A question whose token it is, or the answer. */
public final class TokenReviewObject extends ApiObject {
    public static final ApiResource RESOURCE =
            ApiResource.clustered("authentication.k8s.io", "v1", "tokenreviews", "TokenReview");

    public TokenReviewObject(ObjectNode document) {
        super(document);
    }

    /** The question. */
    public static ObjectNode of(String token) {
        var review = DraftNode.empty().put("apiVersion", RESOURCE.apiVersion()).put("kind", RESOURCE.kind());
        review.object("spec").put("token", token);
        return review.node();
    }

    /** Empty where the token is nobody's. */
    public Optional<UserInfo> user() {
        return flag(statusNode(), "authenticated")
                ? Optional.of(UserInfo.read(statusNode().path("user")))
                : Optional.empty();
    }
}
