package dev.plimsoll.codec.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.ResourceRequirements;

/** What a container was created with, as a text that the node notes at the container. */
public final class CreatedWith {
    private CreatedWith() {}

    public static String text(ResourceRequirements resources) {
        var node = PodsState.JSON.createObjectNode();
        node.set("limits", PodWriter.amounts(node, resources.limits()));
        node.set("requests", PodWriter.amounts(node, resources.requests()));
        return node.toString();
    }

    /** Absent where nothing was noted, or nothing that can be read. */
    public static ResourceRequirements read(String text) {
        try {
            var node = PodsState.JSON.readTree(text);
            return node.isObject() ? AmountsReader.requirements(node) : ResourceRequirements.ABSENT;
        } catch (JsonProcessingException _) {
            return ResourceRequirements.ABSENT;
        }
    }
}
