package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.HashSet;
import java.util.Set;

/**
 * A node.
 *
 * @param listsFeatures whether it says at all what it can do
 */
public record NodeView(
        String name, ResourceAmounts allocatable, boolean unschedulable, boolean listsFeatures, Set<String> features) {
    private static final String POD_LEVEL_RESIZE = "InPlacePodLevelResourcesVerticalScaling";

    public NodeView {
        features = Set.copyOf(features);
    }

    static Decoded<NodeView> decode(ObjectNode document) {
        try {
            var status = document.path("status");
            return new Decoded.View<>(new NodeView(
                    document.path("metadata").path("name").asText(),
                    Documents.amounts(status.path("allocatable")),
                    document.path("spec").path("unschedulable").asBoolean(),
                    status.path("declaredFeatures").isArray(),
                    texts(status.path("declaredFeatures"))));
        } catch (Documents.Malformed e) {
            return new Decoded.Unreadable<>(String.valueOf(e.getMessage()));
        }
    }

    private static Set<String> texts(JsonNode array) {
        var texts = new HashSet<String>();
        for (var item : array) texts.add(item.asText());
        return texts;
    }

    /** Whether pods with resources of their own can be resized here; a node that lists nothing may. */
    public boolean canResizePodLevel() {
        return !listsFeatures || features.contains(POD_LEVEL_RESIZE);
    }
}
