package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.RequestResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Optional;

/** Asks the API who a token belongs to and what its owner may do, and remembers the answers for a while. */
public final class ReviewedAccess implements Access {
    private static final ApiResource TOKENS =
            ApiResource.clustered("authentication.k8s.io", "v1", "tokenreviews", "TokenReview");
    private static final ApiResource ACCESS =
            ApiResource.clustered("authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview");
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
        var review = ClientJson.object().put("token", credentials.token());
        return switch (ask(TOKENS, review)) {
            case RequestResult.Done<JsonNode>(var status) ->
                callerOf(status)
                        .map(caller -> {
                            callers.keep(digest, caller, TOKEN_GOOD);
                            return permission(caller, question);
                        })
                        .orElseGet(Verdict.Unauthorized::new);
            case RequestResult<JsonNode> failed -> new Verdict.Unknown("Authentication error: " + failed.problem());
        };
    }

    private static Optional<Caller> callerOf(JsonNode status) {
        if (!status.path("authenticated").asBoolean()) return Optional.empty();
        var groups = new ArrayList<String>();
        for (var group : status.path("user").path("groups")) groups.add(group.asText());
        var user = status.path("user");
        return Optional.of(
                new Caller(user.path("username").asText(), user.path("uid").asText(), groups));
    }

    private Verdict permission(Caller caller, AccessAttributes question) {
        return switch (question) {
            case AccessAttributes.OfPath(var verb, var path) -> {
                var attributes = ClientJson.object().put("path", path).put("verb", verb);
                yield verdict(
                        allowed(new Asked(caller, question, ""), "nonResourceAttributes", attributes),
                        "user=" + caller.name() + ", verb=" + verb + ", path=" + path);
            }
            case AccessAttributes.OfNode(var verb, var node, var subresources) -> {
                RequestResult<Boolean> last = new RequestResult.Done<>(false);
                for (var subresource : subresources) {
                    var attributes = ClientJson.object()
                            .put("verb", verb)
                            .put("group", "")
                            .put("version", "v1")
                            .put("resource", "nodes")
                            .put("subresource", subresource)
                            .put("name", node);
                    last = allowed(new Asked(caller, question, subresource), "resourceAttributes", attributes);
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

    private RequestResult<Boolean> allowed(Asked asked, String kind, ObjectNode attributes) {
        var known = answers.find(asked);
        if (known.isPresent()) return new RequestResult.Done<>(known.get());
        var review = ClientJson.object();
        review.put("user", asked.caller.name());
        if (!asked.caller.uid().isEmpty()) review.put("uid", asked.caller.uid());
        var groups = review.putArray("groups");
        asked.caller.groups().forEach(groups::add);
        review.set(kind, attributes);
        var answer = ask(ACCESS, review)
                .<Boolean>map(status -> status.path("allowed").asBoolean());
        answer.done().ifPresent(yes -> answers.keep(asked, yes, yes ? ALLOWED_GOOD : FORBIDDEN_GOOD));
        return answer;
    }

    private RequestResult<JsonNode> ask(ApiResource resource, ObjectNode spec) {
        var review =
                ClientJson.object().put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        review.set("spec", spec);
        return client.create(resource, review).map(answer -> answer.path("status"));
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
