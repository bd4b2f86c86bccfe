package dev.plimsoll.apiserver.admission.pods;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.objects.node.RuntimeClassObject;
import java.util.Optional;

/** A new pod gets the overhead of its runtime class, and no other, and goes to the nodes of that class. */
public final class RuntimeClassStep implements AdmissionStep {
    private final Registry registry;
    private final Kind classes;

    public RuntimeClassStep(Registry registry, Kind classes) {
        this.registry = registry;
        this.classes = classes;
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!review.isNewPod()) return false;
        var pod = PodDocument.of(review.object());
        if (!pod.hasSpec()) return false;
        var found = runtimeClass(review, pod);
        if (found.isEmpty()) return false;
        var runtimeClass = found.get();
        var hasOverhead = !runtimeClass.podFixed().isEmpty();
        if (hasOverhead) {
            if (pod.saysOverhead() && !pod.hasOverheadOf(runtimeClass)) {
                throw review.forbidden("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
            }
            pod.setOverhead(runtimeClass);
        }
        var conflict = pod.conflictWith(runtimeClass);
        if (conflict.isPresent()) throw review.forbidden(conflict.get());
        return pod.schedule(runtimeClass) || hasOverhead;
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!review.isNewPod()) return;
        var pod = PodDocument.of(review.object());
        if (!pod.hasOverhead()) return;
        if (runtimeClass(review, pod).filter(each -> !each.podFixed().isEmpty()).isEmpty()) {
            throw review.forbidden(
                    "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
        }
    }

    /** The class of a pod; empty if it names none. */
    private Optional<RuntimeClassObject> runtimeClass(AdmissionAttributes review, PodDocument pod) {
        var name = pod.runtimeClassName();
        if (name.isEmpty()) return Optional.empty();
        var found = registry.find(classes, "", name)
                .orElseThrow(() -> review.forbidden("pod rejected: RuntimeClass \"" + name + "\" not found"));
        return Optional.of(new RuntimeClassObject(found.tree()));
    }
}
