package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.access.SubjectAccessReviewObject;
import dev.plimsoll.objects.access.TokenReviewObject;
import dev.plimsoll.objects.access.UserInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;

/** Asks the API who a token belongs to and what its owner may do, and remembers the answers for a while. */
public final class ReviewedAccess implements Access {
    private static final Duration TOKEN_GOOD = Duration.ofMinutes(2);
    private static final Duration ALLOWED_GOOD = Duration.ofMinutes(5);
    private static final Duration FORBIDDEN_GOOD = Duration.ofSeconds(30);

    private final ApiClient client;
    /** By the digest of the token, which itself is not kept. */
    private final ExpiringCache<String, Caller> callers;

    private final ExpiringCache<Asked, Boolean> answers;

    private record Asked(Caller caller, AccessAttributes question, String subresource) {}

    public ReviewedAccess(ApiClient client, InstantSource clock) {
        this.client = client;
        this.callers = new ExpiringCache<>(clock);
        this.answers = new ExpiringCache<>(clock);
    }

    @Override
    public Verdict check(Credentials credentials, AccessAttributes question) {
        var certificate = credentials.certificateOrNull();
        if (certificate != null) {
            var caller = Caller.of(certificate);
            if (caller.isPresent()) return permission(caller.get(), question);
        }
        if (credentials.token().isEmpty()) return new Verdict.Unauthorized();
        var digest = digest(credentials.token());
        var known = callers.find(digest);
        if (known.isPresent()) return permission(known.get(), question);
        return switch (client.create(TokenReviewObject.RESOURCE, TokenReviewObject.of(credentials.token()))) {
            case RequestResult.Done<ObjectNode>(var answer) ->
                new TokenReviewObject(answer)
                        .user()
                        .map(user -> {
                            var caller = new Caller(user.username(), user.uid(), user.groups());
                            callers.keep(digest, caller, TOKEN_GOOD);
                            return permission(caller, question);
                        })
                        .orElseGet(Verdict.Unauthorized::new);
            case RequestResult<ObjectNode> failed -> new Verdict.Unknown("Authentication error: " + failed.problem());
        };
    }

    private Verdict permission(Caller caller, AccessAttributes question) {
        return switch (question) {
            case AccessAttributes.OfPath(var verb, var path) -> {
                var review = SubjectAccessReviewObject.ofPath(user(caller), verb, path);
                yield verdict(
                        allowed(new Asked(caller, question, ""), review),
                        "user=" + caller.name() + ", verb=" + verb + ", path=" + path);
            }
            case AccessAttributes.OfNode(var verb, var node, var subresources) -> {
                RequestResult<Boolean> last = new RequestResult.Done<>(false);
                for (var subresource : subresources) {
                    var review = SubjectAccessReviewObject.ofNode(user(caller), verb, node, subresource);
                    last = allowed(new Asked(caller, question, subresource), review);
                    if (last.done().orElse(false)) break;
                }
                yield verdict(
                        last,
                        "user=" + caller.name() + ", verb=" + verb + ", resource=nodes, subresource(s)=" + "["
                                + String.join(" ", subresources) + "]");
            }
        };
    }

    private static Verdict verdict(RequestResult<Boolean> allowed, String what) {
        return switch (allowed) {
            case RequestResult.Done<Boolean>(var yes) ->
                yes ? new Verdict.Allowed() : new Verdict.Forbidden("Forbidden (" + what + ")");
            case RequestResult<Boolean> failed ->
                new Verdict.Unknown("Authorization error (" + what + "): " + failed.problem());
        };
    }

    private static UserInfo user(Caller caller) {
        return new UserInfo(caller.name(), caller.uid(), caller.groups(), Map.of());
    }

    private RequestResult<Boolean> allowed(Asked asked, ObjectNode review) {
        var known = answers.find(asked);
        if (known.isPresent()) return new RequestResult.Done<>(known.get());
        var answer = client.create(SubjectAccessReviewObject.RESOURCE, review)
                .<Boolean>map(document -> new SubjectAccessReviewObject(document).isAllowed());
        answer.done().ifPresent(yes -> answers.keep(asked, yes, yes ? ALLOWED_GOOD : FORBIDDEN_GOOD));
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
