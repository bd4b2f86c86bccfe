package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.Review;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.storage.Candidate;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.codec.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The webhooks of one kind of configuration, by the names of their configurations, and which of them a write concerns. */
final class WebhookList {
    private static final String GROUP = "admissionregistration.k8s.io";

    private final Registry registry;
    private final Kind configurations;
    private final Kind namespaces;
    private volatile Known known = new Known(List.of(), List.of());

    /** What was read last; read again only when an object changed. */
    private record Known(List<StoredObject> objects, List<Webhook> webhooks) {}

    WebhookList(Registry registry, Kinds kinds, String configurationKind) {
        this.registry = registry;
        this.configurations = kinds.named(GROUP, configurationKind);
        this.namespaces = kinds.named("", "Namespace");
    }

    /** The webhooks to ask. Configurations of webhooks are shown to none: a broken one could not be repaired. */
    List<Webhook> concerning(Review review) {
        var all = current();
        if (all.isEmpty() || review.kind().group().equals(GROUP)) return List.of();
        var matching = new ArrayList<Webhook>();
        for (var hook : all) {
            if (hook.rules().stream().noneMatch(rule -> rule.matches(review))) continue;
            if (selectsObject(hook.objectSelector(), review) && selectsNamespace(hook.namespaceSelector(), review)) {
                matching.add(hook);
            }
        }
        return matching;
    }

    private List<Webhook> current() {
        var objects = registry.recent(configurations, "").objects().stream()
                .map(Candidate::object)
                .toList();
        var last = known;
        if (last.objects().equals(objects)) return last.webhooks();
        var webhooks = new ArrayList<Webhook>();
        for (var object : objects) {
            var tree = object.tree();
            var name = tree.path("metadata").path("name").asText();
            for (var hook : tree.path("webhooks")) webhooks.add(Webhook.read(name, hook));
        }
        known = new Known(objects, List.copyOf(webhooks));
        return webhooks;
    }

    /** The new or the old labels; a selector that nobody understands must not let a write slip by. */
    private static boolean selectsObject(@Nullable LabelSelector selector, Review review) {
        if (selector == null || selector.isEverything()) return true;
        var old = review.old();
        return selector.matches(review.object()) || (old != null && selector.matches(old));
    }

    private boolean selectsNamespace(@Nullable LabelSelector selector, Review review) {
        if (selector == null || selector.isEverything()) return true;
        var ofNamespace = review.kind().equals(namespaces);
        if (!ofNamespace && review.namespace().isEmpty()) return true;
        if (ofNamespace && review.subresource().isEmpty()) return selector.matches(review.object());
        var name = ofNamespace ? review.name() : review.namespace();
        ObjectNode namespace = registry.get(namespaces, "", name).tree();
        return selector.matches(namespace);
    }
}
