package dev.plimsoll.runtime.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.access.SubjectAccessReviewObject;
import dev.plimsoll.objects.access.TokenReviewObject;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.objects.access.UserInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Asks the API server who a token belongs to and what its owner may do, and keeps the answers for a while. */
public final class ReviewedAccess implements Access {
    private final ApiClient client;
    private final ReviewTimes times;
    private final @Nullable User anonymousOrNull;
    /** By the digest of the token, which itself is not kept. */
    private final ExpiringCache<String, User> users;

    private final ExpiringCache<Asked, Boolean> answers;

    private record Asked(User user, AccessAttributes question, String subresource) {}

    private ReviewedAccess(ApiClient client, InstantSource clock, ReviewTimes times, @Nullable User anonymousOrNull) {
        this.client = client;
        this.times = times;
        this.anonymousOrNull = anonymousOrNull;
        this.users = new ExpiringCache<>(clock);
        this.answers = new ExpiringCache<>(clock);
    }

    /** As a kubelet has it: who shows no credentials is refused. */
    public static ReviewedAccess ofNode(ApiClient client, InstantSource clock) {
        return new ReviewedAccess(client, clock, ReviewTimes.NODE, null);
    }

    /** As kube-scheduler and kube-controller-manager have it: who shows no credentials is {@code system:anonymous}. */
    public static ReviewedAccess ofProgram(ApiClient client, InstantSource clock) {
        return new ReviewedAccess(client, clock, ReviewTimes.PROGRAM, User.ANONYMOUS);
    }

    @Override
    public Verdict check(CallerCredentials credentials, AccessAttributes question) {
        var certificate = credentials.certificateOrNull();
        if (certificate != null) {
            var user = CertificateUser.of(certificate);
            if (user.isPresent()) return permission(user.get(), question);
        }
        if (credentials.token().isEmpty()) {
            return anonymousOrNull == null ? new Verdict.Unauthorized() : permission(anonymousOrNull, question);
        }
        var digest = digest(credentials.token());
        var known = users.find(digest);
        if (known.isPresent()) return permission(known.get(), question);
        return switch (client.create(TokenReviewObject.RESOURCE, TokenReviewObject.of(credentials.token()))) {
            case RequestResult.Done<ObjectNode>(var answer) ->
                new TokenReviewObject(answer)
                        .user()
                        .map(info -> {
                            var user = new User(info.username(), info.uid(), info.groups(), info.extra());
                            users.keep(digest, user, times.token());
                            return permission(user, question);
                        })
                        .orElseGet(Verdict.Unauthorized::new);
            case RequestResult<ObjectNode> failed -> new Verdict.Unknown("Authentication error: " + failed.problem());
        };
    }

    private Verdict permission(User user, AccessAttributes question) {
        return switch (allowed(user, question)) {
            case RequestResult.Done<Boolean>(var yes) ->
                yes ? new Verdict.Allowed() : new Verdict.Forbidden(user.name());
            case RequestResult<Boolean> failed ->
                new Verdict.Unknown(
                        "Authorization error (" + question.described(user.name()) + "): " + failed.problem());
        };
    }

    private RequestResult<Boolean> allowed(User user, AccessAttributes question) {
        var info = new UserInfo(user.name(), user.uid(), user.groups(), user.extra());
        return switch (question) {
            case AccessAttributes.OfPath(var verb, var path) ->
                reviewed(new Asked(user, question, ""), SubjectAccessReviewObject.ofPath(info, verb, path));
            case AccessAttributes.OfNode(var verb, var node, var subresources) -> {
                RequestResult<Boolean> last = new RequestResult.Done<>(false);
                for (var subresource : subresources) {
                    var review = SubjectAccessReviewObject.ofNode(info, verb, node, subresource);
                    last = reviewed(new Asked(user, question, subresource), review);
                    if (last.done().orElse(false)) break;
                }
                yield last;
            }
        };
    }

    private RequestResult<Boolean> reviewed(Asked asked, ObjectNode review) {
        var known = answers.find(asked);
        if (known.isPresent()) return new RequestResult.Done<>(known.get());
        var answer = client.create(SubjectAccessReviewObject.RESOURCE, review)
                .<Boolean>map(document -> new SubjectAccessReviewObject(document).isAllowed());
        answer.done().ifPresent(yes -> answers.keep(asked, yes, yes ? times.allowed() : times.forbidden()));
        return answer;
    }

    private static String digest(String token) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
