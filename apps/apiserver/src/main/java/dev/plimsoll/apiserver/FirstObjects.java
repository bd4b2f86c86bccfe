package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.documents.Decoder.FieldValidation;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.verbs.Engine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is there from the start: the namespaces that every cluster has, and the roles of users and components. */
final class FirstObjects {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");
    private static final int ATTEMPTS = 5;

    private final Engine engine;

    FirstObjects(Engine engine) {
        this.engine = engine;
    }

    /** Another server may do the same at the same time: whose write comes first counts. */
    void ensure() {
        var namespaces = engine.kinds().named("", "Namespace");
        var known = names(namespaces);
        for (var name : NAMESPACES) {
            if (known.contains(name)) continue;
            var sent = JsonNodeFactory.instance.objectNode();
            sent.putObject("metadata").put("name", name);
            create(namespaces, decoded(namespaces, sent));
        }
        for (var wanted : BootstrapPolicy.objects()) {
            var kind = engine.kinds()
                    .named("rbac.authorization.k8s.io", wanted.path("kind").asText());
            ensure(kind, decoded(kind, wanted));
        }
    }

    private Set<String> names(Kind kind) {
        var names = new HashSet<String>();
        for (var object : engine.registry().latest(kind, "").objects()) {
            names.add(object.fields().get("metadata.name"));
        }
        return names;
    }

    /** Makes the role or binding, or adds what it lacks. */
    private void ensure(Kind kind, ObjectNode wanted) {
        var meta = Meta.of(wanted);
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var stored = engine.registry().find(kind, meta.namespace(), meta.name());
            if (stored.isEmpty() ? create(kind, wanted.deepCopy()) : reconcile(kind, stored.get(), wanted)) return;
        }
    }

    private boolean reconcile(Kind kind, StoredObject stored, ObjectNode wanted) {
        var before = stored.tree();
        if (BootstrapPolicy.isReplaced(before, wanted)) {
            return engine.registry().delete(stored) instanceof Written.Done && create(kind, wanted.deepCopy());
        }
        var next = BootstrapPolicy.reconciled(before, wanted);
        return next.equals(before) || engine.registry().replace(stored, next) instanceof Written.Done;
    }

    private ObjectNode decoded(Kind kind, ObjectNode sent) {
        return engine.decoder()
                .object(new BodyReader.Sent(sent, List.of()), kind, FieldValidation.IGNORE)
                .document();
    }

    private boolean create(Kind kind, ObjectNode document) {
        engine.strategies().of(kind).prepareNew(document);
        var meta = Meta.of(document);
        meta.put("uid", engine.uids().get());
        meta.put("creationTimestamp", Meta.time(engine.clock().instant()));
        return engine.registry().create(kind, meta.namespace(), meta.name(), document) instanceof Written.Done;
    }
}
