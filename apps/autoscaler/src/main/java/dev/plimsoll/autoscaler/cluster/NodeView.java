package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.node.NodeObject;
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

    /** The document is not held: what a node says of its images and conditions would be most of it. */
    static Decoded<NodeView> decode(ObjectNode document) {
        var node = NodeObject.KIND.of(document);
        var features = node.declaredFeatures();
        return new Decoded.View<>(new NodeView(
                node.metadata().name(),
                node.allocatable(),
                node.view().isUnschedulable(),
                features.isPresent(),
                features.orElse(Set.of())));
    }

    /** Whether pods with resources of their own can be resized here; a node that lists nothing may. */
    public boolean canResizePodLevel() {
        return !listsFeatures || features.contains(POD_LEVEL_RESIZE);
    }
}
