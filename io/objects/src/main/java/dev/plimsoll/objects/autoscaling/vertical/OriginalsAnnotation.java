package dev.plimsoll.objects.autoscaling.vertical;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.tree.DraftNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Optional;

/** What a pod asked for at first, as text in an annotation. */
public final class OriginalsAnnotation {
    private OriginalsAnnotation() {}

    /**
     * From the annotation; where there is none or none that can be read, what the pod asks for now. An annotation that does not
     * speak of the values that the pod has is of another pod: somebody has copied it into a template, or changed the pod since.
     */
    public static Originals of(Pod pod) {
        var text = pod.metadata().annotations().get(Originals.ANNOTATION);
        return Optional.ofNullable(text)
                .flatMap(note -> ClientJson.read(note.getBytes(StandardCharsets.UTF_8)))
                .flatMap(document -> read(document, pod.spec()))
                .orElseGet(() -> Originals.of(pod.spec()));
    }

    /**
     * Whether the pod was given resources as a whole and has none: the API server has dropped them, since its gate {@code PodLevelResources} is
     * off.
     */
    public static boolean isDropped(Pod pod) {
        var text = pod.metadata().annotations().get(Originals.ANNOTATION);
        if (text == null || ManagedLevel.setsPodLevel(pod.spec())) return false;
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8))
                .filter(document -> document.path("applied").path("pod").isObject())
                .isPresent();
    }

    private static Optional<Originals> read(ObjectNode document, PodSpec spec) {
        try {
            var applied = document.path("applied");
            if (!applied.isObject() || !read(applied.path("pod"), applied).isSpecOf(spec)) return Optional.empty();
            return Optional.of(read(document.path("original"), document));
        } catch (MalformedDocumentException _) {
            return Optional.empty();
        }
    }

    private static Originals read(JsonNode pod, JsonNode owner) {
        var containers = new HashMap<String, ResourceRequirements>();
        for (var entry : owner.path("containers").properties()) {
            containers.put(entry.getKey(), requirements(entry.getValue()));
        }
        return new Originals(requirements(pod), containers);
    }

    private static ResourceRequirements requirements(JsonNode node) {
        if (!node.isObject()) return ResourceRequirements.ABSENT;
        return ResourceRequirements.of(
                WrittenAmounts.of(node, "requests").amounts(),
                WrittenAmounts.of(node, "limits").amounts());
    }

    /** The annotation for a pod once the changes are made to it. */
    public static String text(Originals originals, ManagedLevel level, PodSpec applied) {
        var document = DraftNode.empty().put("mode", level == ManagedLevel.POD_ONLY ? "PodOnly" : "PodAndContainers");
        write(originals, "original", document);
        write(Originals.of(applied), "pod", document.object("applied"));
        return new String(ClientJson.bytes(document.node()), StandardCharsets.UTF_8);
    }

    private static void write(Originals values, String pod, DraftNode node) {
        if (values.pod().isDeclared()) write(values.pod(), node.object(pod));
        var containers = node.object("containers");
        values.containers().forEach((name, resources) -> {
            if (resources.isDeclared()) write(resources, containers.object(name));
        });
    }

    private static void write(ResourceRequirements resources, DraftNode node) {
        if (!resources.requests().isEmpty()) WrittenAmounts.write(resources.requests(), node.object("requests"));
        if (!resources.limits().isEmpty()) WrittenAmounts.write(resources.limits(), node.object("limits"));
    }
}
