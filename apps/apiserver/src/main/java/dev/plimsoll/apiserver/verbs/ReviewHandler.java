package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.authentication.Authentication;
import dev.plimsoll.apiserver.authentication.TokenVerdict;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** Questions about identity and permission. They are answered and not kept. */
public final class ReviewHandler {
    private final Authentication authentication;
    private final Authorization authorization;
    private final TokenRequests tokens;

    public ReviewHandler(Authentication authentication, Authorization authorization, TokenRequests tokens) {
        this.authentication = authentication;
        this.authorization = authorization;
        this.tokens = tokens;
    }

    public VerbResult create(Call call) {
        var review = BodyReader.object(call.request(), call.kind().name()).object();
        review.put("kind", call.kind().name());
        review.put("apiVersion", call.kind().apiVersion());
        DocumentMetadata.of(review);
        switch (call.kind().name()) {
            case "TokenReview" -> token(review);
            case "SelfSubjectReview" ->
                call.user().show(review.putObject("status").putObject("userInfo"));
            case "SelfSubjectAccessReview" -> access(review, call.user());
            case "SelfSubjectRulesReview" -> rules(review, call.user());
            case "LocalSubjectAccessReview" -> {
                checkPlace(call, review);
                access(review, asked(review.path("spec")));
            }
            default -> access(review, asked(review.path("spec")));
        }
        return VerbResult.of(201, review, List.of());
    }

    /** Who may ask in one namespace learns nothing of another. */
    private static void checkPlace(Call call, ObjectNode review) {
        var spec = review.path("spec");
        var errors = new ArrayList<FieldError>();
        if (spec.has("nonResourceAttributes")) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    "spec.nonResourceAttributes",
                    spec.path("nonResourceAttributes").toString(),
                    "disallowed on this kind of request"));
        }
        var asked = spec.path("resourceAttributes").path("namespace").asText();
        if (!asked.equals(call.namespace())) {
            errors.add(FieldError.invalid("spec.resourceAttributes.namespace", asked, "must match metadata.namespace"));
        }
        if (!errors.isEmpty()) throw new RefusedException(Refusal.Invalid.of(call.kind(), "", errors));
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
                user.show(status.putObject("user"));
                var list = status.putArray("audiences");
                audiences.forEach(list::add);
            }
            case TokenVerdict.Rejected(var why) -> status.put("error", "[invalid bearer token, " + why + "]");
            case TokenVerdict.Unknown _ -> status.put("error", "invalid bearer token");
        }
    }

    private static User asked(JsonNode spec) {
        var groups = new ArrayList<String>();
        for (var group : spec.path("groups")) groups.add(group.asText());
        var extra = new LinkedHashMap<String, List<String>>();
        for (var entry : spec.path("extra").properties()) {
            var values = new ArrayList<String>();
            for (var value : entry.getValue()) values.add(value.asText());
            extra.put(entry.getKey().toLowerCase(Locale.ROOT), values);
        }
        return new User(spec.path("user").asText(), spec.path("uid").asText(), groups, extra);
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
        var decision = authorization.decide(user, attributes);
        var status = review.putObject("status").put("allowed", decision instanceof AccessDecision.Allowed);
        if (!decision.text().isEmpty()) status.put("reason", decision.text());
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
    public VerbResult token(Call call) {
        return tokens.create(call);
    }
}
