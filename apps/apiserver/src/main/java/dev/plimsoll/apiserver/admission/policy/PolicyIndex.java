package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.policy.PolicyBinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Policies of one kind with their bindings. Each is read, and its expressions are compiled, when it has changed. */
final class PolicyIndex<P> {
    private final Registry registry;
    private final Kind policyKind;
    private final Kind bindingKind;
    private final Function<ObjectNode, P> reader;
    private final Function<P, String> names;
    private volatile Known<P> known = new Known<>(List.of(), List.of(), Map.of(), List.of());

    /** A policy with all its bindings. */
    record Bound<P>(P policy, List<PolicyBinding> bindings) {
        Bound {
            bindings = List.copyOf(bindings);
        }
    }

    private record Known<P>(
            List<StoredObject> policies,
            List<StoredObject> bindings,
            Map<StoredObject, P> read,
            List<Bound<P>> bound) {}

    PolicyIndex(
            Registry registry,
            Kind policyKind,
            Kind bindingKind,
            Function<ObjectNode, P> reader,
            Function<P, String> names) {
        this.registry = registry;
        this.policyKind = policyKind;
        this.bindingKind = bindingKind;
        this.reader = reader;
        this.names = names;
    }

    /** By name; a policy without a binding has no effect and is left out. */
    List<Bound<P>> current() {
        var bindings = objects(bindingKind);
        if (bindings.isEmpty()) return List.of();
        var policies = objects(policyKind);
        var last = known;
        if (last.policies().equals(policies) && last.bindings().equals(bindings)) return last.bound();
        var byPolicy = new HashMap<String, List<PolicyBinding>>();
        for (var object : bindings) {
            var binding = PolicyBinding.read(object.tree());
            byPolicy.computeIfAbsent(binding.policy(), _ -> new ArrayList<>()).add(binding);
        }
        var read = new HashMap<StoredObject, P>();
        var bound = new ArrayList<Bound<P>>();
        for (var object : policies) {
            var before = last.read().get(object);
            var policy = before == null ? reader.apply(object.tree()) : before;
            read.put(object, policy);
            var own = byPolicy.get(names.apply(policy));
            if (own != null) bound.add(new Bound<>(policy, own));
        }
        known = new Known<>(policies, bindings, read, List.copyOf(bound));
        return bound;
    }

    private List<StoredObject> objects(Kind kind) {
        return registry.recent(kind, "").objects().stream()
                .map(IndexedObject::object)
                .toList();
    }
}
