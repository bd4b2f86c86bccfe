package dev.plimsoll.apiserver.admission.pods;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.objects.node.RuntimeClassObject;
import java.util.Optional;

/** A new pod gets the overhead of its runtime class, and no other. */
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
        var runtimeClass = withOverhead(review, pod);
        if (runtimeClass.isEmpty()) return false;
        if (pod.saysOverhead() && !pod.hasOverheadOf(runtimeClass.get())) {
            throw review.forbidden("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        }
        pod.setOverhead(runtimeClass.get());
        return true;
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!review.isNewPod()) return;
        var pod = PodDocument.of(review.object());
        if (!pod.hasOverhead()) return;
        if (withOverhead(review, pod).isEmpty()) {
            throw review.forbidden(
                    "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
        }
    }

    /** The class of a pod, if its pods have an overhead. */
    private Optional<RuntimeClassObject> withOverhead(AdmissionAttributes review, PodDocument pod) {
        var name = pod.runtimeClassName();
        if (name.isEmpty()) return Optional.empty();
        var found = registry.find(classes, "", name)
                .orElseThrow(() -> review.forbidden("pod rejected: RuntimeClass \"" + name + "\" not found"));
        return Optional.of(new RuntimeClassObject(found.tree()))
                .filter(each -> !each.podFixed().isEmpty());
    }
}
