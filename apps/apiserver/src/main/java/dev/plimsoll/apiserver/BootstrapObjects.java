package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.decoding.BodyDecoder.FieldValidation;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.storage.ParallelWrites;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.bootstrap.BootstrapDocuments;
import dev.plimsoll.kinds.bootstrap.BootstrapPolicy;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.TypeMeta;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What is there from the start: the namespaces that every cluster has, the roles of users and components, the priorities of the
 * system and the range of the addresses of services. Another server may do the same at the same time: whose write comes first counts.
 */
final class BootstrapObjects {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");
    private static final String RANGE = "kubernetes";
    private static final int ATTEMPTS = 5;

    private final Engine engine;

    BootstrapObjects(Engine engine) {
        this.engine = engine;
    }

    void ensure() {
        ensureNamespaces();
        ParallelWrites.each("bootstrap", BootstrapPolicy.objects(), wanted -> {
            var kind = engine.kinds()
                    .named("rbac.authorization.k8s.io", TypeMeta.of(wanted).kind());
            ensure(kind, decoded(kind, wanted));
        });
        BootstrapDocuments.priorityClasses().forEach(this::ensurePriority);
        ensureRange();
    }

    private void ensurePriority(ObjectNode wanted) {
        var kind = engine.kinds().named("scheduling.k8s.io", "PriorityClass");
        var name = DocumentMetadata.of(wanted).name();
        if (engine.registry().find(kind, "", name).isEmpty()) create(kind, decoded(kind, wanted));
    }

    private void ensureRange() {
        var kind = engine.kinds().named("networking.k8s.io", "ServiceCIDR");
        if (engine.registry().find(kind, "", RANGE).isPresent()) return;
        var addresses = engine.services().network().addresses().toString();
        var document = decoded(kind, BootstrapDocuments.serviceRange(RANGE, addresses));
        engine.strategies().of(kind).prepareNew(document);
        BootstrapDocuments.ready(document, engine.clock().instant());
        store(kind, document);
    }

    void ensureNamespaces() {
        var namespaces = engine.kinds().named("", "Namespace");
        var known = names(namespaces);
        for (var name : NAMESPACES) {
            if (!known.contains(name)) create(namespaces, decoded(namespaces, DocumentMetadata.named("", name)));
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
        ensure(kind, wanted, stored -> {
            var before = stored.tree();
            if (BootstrapPolicy.isReplaced(before, wanted)) {
                return engine.registry().delete(stored) instanceof Written.Done && create(kind, wanted.deepCopy());
            }
            return replace(stored, BootstrapPolicy.reconciled(before, wanted));
        });
    }

    /** Makes an object that is not there, and changes one that is: to what the function makes of it. */
    void keep(Kind kind, ObjectNode wanted, UnaryOperator<ObjectNode> corrected) {
        ensure(kind, wanted, stored -> replace(stored, corrected.apply(stored.tree())));
    }

    private void ensure(Kind kind, ObjectNode wanted, Predicate<StoredObject> correction) {
        var meta = DocumentMetadata.of(wanted);
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var stored = engine.registry().find(kind, meta.namespace(), meta.name());
            if (stored.isEmpty() ? create(kind, wanted.deepCopy()) : correction.test(stored.get())) return;
        }
    }

    /** Completes an object that may be there: one that is not is made from its name. */
    void complete(Kind kind, String namespace, String name, Consumer<ObjectNode> completion) {
        var fresh = DocumentMetadata.named(namespace, name);
        completion.accept(fresh);
        keep(kind, decoded(kind, fresh), before -> {
            var next = before.deepCopy();
            completion.accept(next);
            return next;
        });
    }

    private boolean replace(StoredObject stored, ObjectNode next) {
        return next.equals(stored.tree()) || engine.registry().replace(stored, next) instanceof Written.Done;
    }

    ObjectNode decoded(Kind kind, ObjectNode sent) {
        return engine.decoder()
                .object(new BodyReader.Sent(sent, List.of()), kind, FieldValidation.IGNORE)
                .document();
    }

    boolean create(Kind kind, ObjectNode document) {
        engine.strategies().of(kind).prepareNew(document);
        return store(kind, document);
    }

    /** Stores a document that is ready as it is. */
    boolean store(Kind kind, ObjectNode document) {
        var meta = DocumentMetadata.of(document);
        meta.created(engine.uids().get(), engine.clock().instant());
        try (var reservation = engine.services().begin(kind, false)) {
            reservation.take(document, null);
            var isDone =
                    engine.registry().create(kind, meta.namespace(), meta.name(), document) instanceof Written.Done;
            if (isDone) reservation.keep();
            return isDone;
        }
    }
}
