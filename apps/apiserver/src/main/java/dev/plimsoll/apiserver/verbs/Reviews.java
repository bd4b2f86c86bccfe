package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.identity.Attributes;
import dev.plimsoll.apiserver.identity.Authentication;
import dev.plimsoll.apiserver.identity.Authorization;
import dev.plimsoll.apiserver.identity.TokenVerdict;
import dev.plimsoll.apiserver.identity.User;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import java.util.ArrayList;
import java.util.List;

/** Questions about identity and permission. They are answered and not kept. */
public final class Reviews {
    private final Authentication authentication;
    private final Authorization authorization;
    private final TokenRequests tokens;

    public Reviews(Authentication authentication, Authorization authorization, TokenRequests tokens) {
        this.authentication = authentication;
        this.authorization = authorization;
        this.tokens = tokens;
    }

    public Outcome create(Call call) {
        var review = BodyReader.object(call.request(), call.kind().name()).object();
        review.put("kind", call.kind().name());
        review.put("apiVersion", call.kind().apiVersion());
        Meta.of(review);
        switch (call.kind().name()) {
            case "TokenReview" -> token(review);
            case "SelfSubjectReview" -> user(review.putObject("status").putObject("userInfo"), call.user());
            case "SelfSubjectAccessReview" -> access(review, call.user());
            case "SelfSubjectRulesReview" -> rules(review, call.user());
            default -> access(review, asked(review.path("spec")));
        }
        return Outcome.of(201, review, List.of());
    }

    private void token(ObjectNode review) {
        var spec = review.path("spec");
        var token = spec.path("token").asText();
        if (token.isEmpty()) {
            throw new RefusedException(new Refusal.BadRequest("token is required for TokenReview in authentication"));
        }
        var asked = new ArrayList<String>();
        for (var audience : spec.path("audiences")) asked.add(audience.asText());
        var status = review.putObject("status");
        switch (authentication.byToken(token, asked.isEmpty() ? authentication.audiences() : asked)) {
            case TokenVerdict.Authenticated(var user, var audiences, var _) -> {
                status.put("authenticated", true);
                user(status.putObject("user"), user);
                var list = status.putArray("audiences");
                audiences.forEach(list::add);
            }
            case TokenVerdict.Rejected(var why) -> status.put("error", "[invalid bearer token, " + why + "]");
            case TokenVerdict.Unknown _ -> status.put("error", "invalid bearer token");
        }
    }

    private static void user(ObjectNode node, User user) {
        node.put("username", user.name());
        if (!user.uid().isEmpty()) node.put("uid", user.uid());
        var groups = node.putArray("groups");
        user.groups().forEach(groups::add);
        if (user.extra().isEmpty()) return;
        var extra = node.putObject("extra");
        user.extra().forEach((key, values) -> {
            var list = extra.putArray(key);
            values.forEach(list::add);
        });
    }

    private static User asked(JsonNode spec) {
        var groups = new ArrayList<String>();
        for (var group : spec.path("groups")) groups.add(group.asText());
        return new User(spec.path("user").asText(), spec.path("uid").asText(), groups);
    }

    private void access(ObjectNode review, User user) {
        var spec = review.path("spec");
        var resource = spec.path("resourceAttributes");
        var attributes = resource.isMissingNode()
                ? Attributes.ofPath(
                        spec.path("nonResourceAttributes").path("verb").asText(),
                        spec.path("nonResourceAttributes").path("path").asText())
                : new Attributes(
                        resource.path("verb").asText(),
                        resource.path("group").asText(),
                        resource.path("resource").asText("*"),
                        resource.path("subresource").asText(),
                        resource.path("namespace").asText(),
                        resource.path("name").asText(),
                        "",
                        "");
        review.putObject("status").put("allowed", authorization.allows(user, attributes));
    }

    private void rules(ObjectNode review, User user) {
        var status = review.putObject("status");
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        if (user.groups().contains(User.MASTERS)) {
            var all = resources.addObject();
            for (var name : List.of("verbs", "apiGroups", "resources"))
                all.putArray(name).add("*");
        }
        var namespace = review.path("spec").path("namespace").asText();
        for (var rule : authorization.rules(user, namespace)) {
            if (rule.nonResourceUrls().isEmpty()) resources.add(rule.document());
            else paths.add(rule.document());
        }
        status.put("incomplete", false);
    }

    /** {@code POST serviceaccounts/NAME/token}. */
    public Outcome token(Call call) {
        return tokens.create(call);
    }
}
