package dev.plimsoll.kinds.review;

import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.rbac.PolicyRule;
import dev.plimsoll.kinds.rbac.RuleCoverage;
import dev.plimsoll.objects.TypeMeta;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A TokenReview, SubjectAccessReview or another question of this kind, which its answer is written into. */
public final class ReviewDocument {
    private final ObjectNode document;

    /** Of a document that was sent; makes it say what it is. */
    public ReviewDocument(ObjectNode document, Kind kind) {
        new TypeMeta(kind.apiVersion(), kind.name()).writeTo(document);
        DocumentMetadata.of(document);
        this.document = document;
    }

    public ObjectNode document() {
        return document;
    }

    private JsonNode spec() {
        return document.path("spec");
    }

    private ObjectNode newStatus() {
        return document.putObject("status");
    }

    /** The token that is asked about; empty where there is none. */
    public String token() {
        return text(spec(), "token");
    }

    /** Whom the token should be for; empty for the server itself. */
    public List<String> audiences() {
        return texts(spec(), "audiences");
    }

    /** The namespace that is asked about. */
    public String namespace() {
        return text(spec(), "namespace");
    }

    /** The user who is asked about. */
    public User user() {
        var extra = new LinkedHashMap<String, List<String>>();
        for (var entry : spec().path("extra").properties()) {
            extra.put(entry.getKey().toLowerCase(Locale.ROOT), texts(spec().path("extra"), entry.getKey()));
        }
        return new User(text(spec(), "user"), text(spec(), "uid"), texts(spec(), "groups"), extra);
    }

    /** What is asked about. */
    public Attributes attributes() {
        var resource = spec().path("resourceAttributes");
        if (resource.isMissingNode()) {
            var path = spec().path("nonResourceAttributes");
            return Attributes.ofPath(text(path, "verb"), text(path, "path"));
        }
        return new Attributes(
                text(resource, "verb"),
                text(resource, "group"),
                text(resource, "resource", "*"),
                text(resource, "subresource"),
                text(resource, "namespace"),
                text(resource, "name"),
                "",
                "");
    }

    /** The path that is asked about, as messages show it; empty if none is. */
    public Optional<String> shownPathAttributes() {
        return Optional.ofNullable(spec().get("nonResourceAttributes")).map(JsonNode::toString);
    }

    /** Answers that a token is good. */
    public void authenticated(User user, List<String> audiences) {
        var status = newStatus().put("authenticated", true);
        user.show(status.putObject("user"));
        var list = status.putArray("audiences");
        audiences.forEach(list::add);
    }

    /** Answers that a token is not good, and why. */
    public void unauthenticated(String why) {
        newStatus().put("error", why);
    }

    /** Answers who asks. */
    public void identified(User user) {
        user.show(newStatus().putObject("userInfo"));
    }

    /** Answers whether the user may do what is asked about. */
    public void decided(AccessDecision decision) {
        var status = newStatus().put("allowed", decision instanceof AccessDecision.Allowed);
        if (!decision.text().isEmpty()) status.put("reason", decision.text());
    }

    /**
     * Answers what the user may do.
     *
     * @param isAll whether that is everything, beside the rules
     */
    public void allowed(List<PolicyRule> rules, boolean isAll) {
        var status = newStatus();
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        if (isAll) resources.add(RuleCoverage.FULL_AUTHORITY.getFirst().document());
        for (var rule : rules) (rule.nonResourceUrls().isEmpty() ? resources : paths).add(rule.document());
        status.put("incomplete", false);
    }
}
