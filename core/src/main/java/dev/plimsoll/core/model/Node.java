package dev.plimsoll.core.model;

import java.util.Map;
import java.util.Set;

/** A node: what it has, what pods may use of it, and what it can do. */
public record Node(
        ObjectMeta metadata, ResourceAmounts capacity, ResourceAmounts allocatable, Set<String> declaredFeatures) {
    public Node {
        declaredFeatures = Set.copyOf(declaredFeatures);
    }

    public Map<String, String> labels() {
        return metadata.labels();
    }
}
