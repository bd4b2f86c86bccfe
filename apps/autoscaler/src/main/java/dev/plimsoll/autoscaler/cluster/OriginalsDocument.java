package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.estimation.application.Originals;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceRequirements;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Optional;

/** What a pod asked for at first, as text in an annotation. */
public final class OriginalsDocument {
    private OriginalsDocument() {}

    /** From the annotation; where there is none or none that can be read, what the pod asks for now. */
    public static Originals of(Pod pod) {
        var text = pod.metadata().annotations().get(Originals.ANNOTATION);
        return Optional.ofNullable(text)
                .flatMap(note -> ClientJson.read(note.getBytes(StandardCharsets.UTF_8)))
                .flatMap(OriginalsDocument::read)
                .orElseGet(() -> Originals.of(pod.spec()));
    }

    private static Optional<Originals> read(ObjectNode document) {
        try {
            var containers = new HashMap<String, ResourceRequirements>();
            for (var entry : document.path("containers").properties()) {
                containers.put(entry.getKey(), requirements(entry.getValue()));
            }
            return Optional.of(new Originals(requirements(document.path("original")), containers));
        } catch (Documents.Malformed _) {
            return Optional.empty();
        }
    }

    private static ResourceRequirements requirements(JsonNode node) {
        if (!node.isObject()) return ResourceRequirements.ABSENT;
        return ResourceRequirements.of(
                Documents.amounts(node.path("requests")), Documents.amounts(node.path("limits")));
    }

    public static String text(Originals originals, ManagedLevel level) {
        var document = ClientJson.object().put("mode", level == ManagedLevel.POD_ONLY ? "PodOnly" : "PodAndContainers");
        if (originals.pod().isDeclared()) write(originals.pod(), document.putObject("original"));
        var containers = document.putObject("containers");
        originals.containers().forEach((name, resources) -> {
            if (resources.isDeclared()) write(resources, containers.putObject(name));
        });
        return new String(ClientJson.bytes(document), StandardCharsets.UTF_8);
    }

    private static void write(ResourceRequirements resources, ObjectNode node) {
        if (!resources.requests().isEmpty()) Documents.write(resources.requests(), node.putObject("requests"));
        if (!resources.limits().isEmpty()) Documents.write(resources.limits(), node.putObject("limits"));
    }
}
