package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.authentication.Authentication;
import dev.plimsoll.apiserver.authentication.TokenVerdict;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.review.ReviewDocument;
import dev.plimsoll.objects.access.User;
import java.util.ArrayList;
import java.util.List;

/** Questions about identity and permission. They are answered and not kept. */
public final class ReviewHandler {
    private final Authentication authentication;
    private final Authorization authorization;

    public ReviewHandler(Authentication authentication, Authorization authorization) {
        this.authentication = authentication;
        this.authorization = authorization;
    }

    public VerbResult create(Call call) {
        var review = new ReviewDocument(
                BodyReader.object(call.request(), call.kind().name()).object(), call.kind());
        switch (call.kind().name()) {
            case "TokenReview" -> token(review);
            case "SelfSubjectReview" -> review.identified(call.user());
            case "SelfSubjectAccessReview" -> access(review, call.user());
            case "SelfSubjectRulesReview" -> rules(review, call.user());
            case "LocalSubjectAccessReview" -> {
                checkPlace(call, review);
                access(review, review.user());
            }
            default -> access(review, review.user());
        }
        return VerbResult.of(201, review.document(), List.of());
    }

    /** Who may ask in one namespace learns nothing of another. */
    private static void checkPlace(Call call, ReviewDocument review) {
        var errors = new ArrayList<FieldError>();
        review.shownPathAttributes()
                .ifPresent(shown -> errors.add(new FieldError(
                        FieldError.Type.INVALID,
                        "spec.nonResourceAttributes",
                        shown,
                        "disallowed on this kind of request")));
        var asked = review.attributes().namespace();
        if (!asked.equals(call.namespace())) {
            errors.add(FieldError.invalid("spec.resourceAttributes.namespace", asked, "must match metadata.namespace"));
        }
        if (!errors.isEmpty()) throw new RefusedException(Refusal.Invalid.of(call.kind(), "", errors));
    }

    private void token(ReviewDocument review) {
        if (review.token().isEmpty()) {
            throw new RefusedException(new Refusal.BadRequest("token is required for TokenReview in authentication"));
        }
        var asked = review.audiences();
        switch (authentication.byToken(review.token(), asked.isEmpty() ? authentication.audiences() : asked)) {
            case TokenVerdict.Authenticated(var user, var audiences, var _) -> review.authenticated(user, audiences);
            case TokenVerdict.Rejected(var why) -> review.unauthenticated("[invalid bearer token, " + why + "]");
            case TokenVerdict.Unknown _ -> review.unauthenticated("invalid bearer token");
        }
    }

    private void access(ReviewDocument review, User user) {
        review.decided(authorization.decide(user, review.attributes()));
    }

    private void rules(ReviewDocument review, User user) {
        review.allowed(
                authorization.rules(user, review.namespace()), user.groups().contains(User.MASTERS));
    }
}
