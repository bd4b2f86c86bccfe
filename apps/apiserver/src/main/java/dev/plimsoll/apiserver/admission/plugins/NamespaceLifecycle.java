package dev.plimsoll.apiserver.admission.plugins;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Nothing is made in a namespace that is not there or is going, and three namespaces stay. */
final class NamespaceLifecycle implements AdmissionStep {
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    private final Registry registry;
    private final Kind namespaces;
    /** Revisions at which namespaces were found to stay: they change far less often than something is made in them. */
    private final Map<String, Long> staying = new ConcurrentHashMap<>();

    NamespaceLifecycle(Registry registry, Kind namespaces) {
        this.registry = registry;
        this.namespaces = namespaces;
    }

    private boolean isGoing(StoredObject namespace) {
        if (staying.getOrDefault(namespace.key(), 0L) == namespace.revision()) return false;
        var isGoing = DocumentMetadata.of(namespace.tree()).isBeingDeleted();
        if (isGoing) staying.remove(namespace.key());
        else staying.put(namespace.key(), namespace.revision());
        return isGoing;
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (review.operation() == AdmissionAttributes.Operation.DELETE) {
            if (review.kind().equals(namespaces) && IMMORTAL.contains(review.name())) {
                throw review.forbidden("this namespace may not be deleted");
            }
            return false;
        }
        if (review.operation() != AdmissionAttributes.Operation.CREATE
                || review.namespace().isEmpty()) return false;
        if (!review.kind().namespaced()
                || !review.subresource().isEmpty()
                || !review.kind().isStored()) return false;
        var namespace = review.others()
                .find(registry, namespaces, "", review.namespace())
                .orElseThrow(() -> new RefusedException(Refusal.NotFound.of(namespaces, review.namespace())));
        if (!isGoing(namespace)) return false;
        throw new RefusedException(new Refusal.Forbidden(
                review.kind().group(),
                review.kind().plural(),
                review.name(),
                "unable to create new content in namespace " + review.namespace() + " because it is being terminated",
                List.of(new Refusal.Cause(
                        "NamespaceTerminating",
                        "namespace " + review.namespace() + " is being terminated",
                        "metadata.namespace"))));
    }
}
