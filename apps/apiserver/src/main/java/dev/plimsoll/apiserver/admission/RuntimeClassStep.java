package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.Views;

/** A new pod gets the overhead of its runtime class, and no other. */
final class RuntimeClassStep implements AdmissionStep {
    private final Registry registry;
    private final Kind classes;

    RuntimeClassStep(Registry registry, Kind classes) {
        this.registry = registry;
        this.classes = classes;
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!review.isNewPod() || !(review.object().get("spec") instanceof ObjectNode spec)) return false;
        var overhead = overhead(review, spec.path("runtimeClassName").asText());
        if (overhead.isEmpty()) return false;
        if (spec.has("overhead") && !sameOverhead(review.object(), overhead)) {
            throw review.forbidden("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        }
        spec.set("overhead", overhead.deepCopy());
        return true;
    }

    private static boolean sameOverhead(ObjectNode pod, JsonNode overhead) {
        var expected = pod.deepCopy();
        ((ObjectNode) expected.get("spec")).set("overhead", overhead);
        return Views.pod(pod)
                .spec()
                .overhead()
                .equals(Views.pod(expected).spec().overhead());
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!review.isNewPod()) return;
        var spec = review.object().path("spec");
        if (spec.path("overhead").isEmpty()) return;
        if (overhead(review, spec.path("runtimeClassName").asText()).isEmpty()) {
            throw review.forbidden(
                    "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
        }
    }

    private JsonNode overhead(AdmissionAttributes review, String name) {
        if (name.isEmpty()) return review.object().path("none");
        return registry.find(classes, "", name)
                .orElseThrow(() -> review.forbidden("pod rejected: RuntimeClass \"" + name + "\" not found"))
                .tree()
                .path("overhead")
                .path("podFixed");
    }
}
