package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import java.util.List;

/** Reads a node selector that is not a pod's: on which nodes something can be used. */
public final class NodeSelectorReader {
    private NodeSelectorReader() {}

    /** What the selector requires; nothing where there is none. A term that nobody understands fits no node. */
    public static NodeAffinity required(JsonNode selector) {
        if (!(selector instanceof ObjectNode object)) return NodeAffinity.NONE;
        return switch (Cursor.read(object, TermsReader::nodeTerms)) {
            case Read.Ok<NodeAffinity>(var affinity) -> affinity;
            case Read.Malformed<NodeAffinity> _ -> new NodeAffinity(true, List.of(), List.of());
        };
    }
}
