package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.apiserver.admission.matching.RequestMatcher;
import dev.plimsoll.apiserver.admission.matching.RequestVariables;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.MatchConditions.Answer;
import dev.plimsoll.kinds.admission.Webhook;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.Authorizer;
import java.util.ArrayList;
import java.util.List;

/** The webhooks of one kind of configuration, by the names of their configurations, and which of them a write concerns. */
final class WebhookList {
    private final Registry registry;
    private final Kind configurations;
    private final RequestMatcher matcher;
    private final Authorizer authorizer;
    private volatile Known known = new Known(List.of(), List.of());

    /** What was read last; read again only when an object changed. */
    private record Known(List<StoredObject> objects, List<Webhook> webhooks) {}

    /** A webhook that may have to be asked, and what it is shown. */
    record Candidate(Webhook webhook, MatchedRequest request) {}

    WebhookList(Registry registry, Kinds kinds, String configurationKind, Authorizer authorizer) {
        this.registry = registry;
        this.configurations = kinds.named("admissionregistration.k8s.io", configurationKind);
        this.matcher = new RequestMatcher(registry, kinds);
        this.authorizer = authorizer;
    }

    /** The webhooks whose rules and selectors a write matches. */
    List<Candidate> concerning(AdmissionAttributes review) {
        var matching = new ArrayList<Candidate>();
        for (var hook : current()) {
            matcher.match(hook.criteria(), review).ifPresent(request -> matching.add(new Candidate(hook, request)));
        }
        return matching;
    }

    /** Whether it is to be asked: the object is as it is now. If that cannot be found out, its failure policy decides. */
    boolean asks(Candidate candidate) {
        var hook = candidate.webhook();
        if (hook.conditions().isEmpty()) return true;
        return switch (hook.conditions().ask(new RequestVariables(candidate.request(), authorizer))) {
            case Answer.Yes _ -> true;
            case Answer.No _ -> false;
            case Answer.Unknown(var why) -> {
                if (hook.ignoresFailures()) yield false;
                throw candidate.request().review().forbidden(why);
            }
        };
    }

    private List<Webhook> current() {
        var objects = registry.recent(configurations, "").objects().stream()
                .map(IndexedObject::object)
                .toList();
        var last = known;
        if (last.objects().equals(objects)) return last.webhooks();
        var webhooks = new ArrayList<Webhook>();
        for (var object : objects) webhooks.addAll(Webhook.readAll(object.tree()));
        known = new Known(objects, List.copyOf(webhooks));
        return webhooks;
    }
}
