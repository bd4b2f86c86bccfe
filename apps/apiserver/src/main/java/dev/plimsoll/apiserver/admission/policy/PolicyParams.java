package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.policy.ParamReference;
import dev.plimsoll.kinds.admission.policy.PolicyBinding;
import dev.plimsoll.kinds.admission.policy.PolicyDefinition;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.objects.TypeMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the objects that a binding gives its policy as parameters. */
final class PolicyParams {
    private static final JsonNode NONE = JsonNodeFactory.instance.nullNode();

    private final Registry registry;
    private final Kinds kinds;

    PolicyParams(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.kinds = kinds;
    }

    /** What was found. */
    sealed interface Found {
        /** The policy is evaluated once with each; without any, not at all. */
        record Params(List<JsonNode> all) implements Found {
            public Params {
                all = List.copyOf(all);
            }
        }

        record Misconfigured(String why) implements Found {}
    }

    Found of(PolicyDefinition policy, PolicyBinding binding, MatchedRequest request) {
        var wanted = policy.paramKind();
        var reference = binding.paramRef();
        if (wanted == null || reference == null) return new Found.Params(List.of(NONE));
        var kind = kind(wanted);
        if (kind.isEmpty()) {
            return new Found.Misconfigured(
                    "failed to find resource referenced by paramKind: '" + wanted.groupVersionKind() + "'");
        }
        return of(kind.get(), reference, request);
    }

    private Optional<Kind> kind(TypeMeta wanted) {
        return kinds.of(wanted.apiVersion()).stream()
                .filter(kind -> kind.name().equals(wanted.kind()) && kind.isStored())
                .findFirst();
    }

    private Found of(Kind kind, ParamReference reference, MatchedRequest request) {
        var given = reference.namespace();
        if (!kind.namespaced() && !given.isEmpty()) {
            return new Found.Misconfigured("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
        }
        var namespace = !kind.namespaced() || !given.isEmpty()
                ? given
                : request.review().namespace();
        if (kind.namespaced() && namespace.isEmpty()) {
            return new Found.Misconfigured(
                    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
        }
        var found = reference.name().isEmpty()
                ? selected(kind, namespace, reference.selector())
                : named(kind, namespace, reference.name());
        if (found.isEmpty() && !reference.allowsNone()) {
            return new Found.Misconfigured("no params found for policy binding with `Deny` parameterNotFoundAction");
        }
        return new Found.Params(found);
    }

    private List<JsonNode> named(Kind kind, String namespace, String name) {
        return registry.find(kind, namespace, name).stream()
                .map(object -> (JsonNode) object.tree())
                .toList();
    }

    private List<JsonNode> selected(Kind kind, String namespace, LabelSelector wanted) {
        var found = new ArrayList<JsonNode>();
        for (var candidate : registry.recent(kind, namespace).objects()) {
            var tree = candidate.object().tree();
            if (wanted.matches(tree)) found.add(tree);
        }
        return found;
    }
}
