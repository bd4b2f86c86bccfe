package dev.plimsoll.core.workloads;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A node for tests of controllers, written field by field. It has never reported. */
public final class TestNode {
    private final String name;
    private final Map<String, String> labels = new HashMap<>();
    private final Map<String, String> conditions = new HashMap<>();
    private List<NodeTaint> taints = List.of();
    private boolean isUnschedulable;

    private TestNode(String name) {
        this.name = name;
    }

    public static TestNode named(String name) {
        return new TestNode(name);
    }

    public TestNode label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    public TestNode condition(String type, String status) {
        conditions.put(type, status);
        return this;
    }

    public TestNode taints(NodeTaint... changed) {
        taints = List.of(changed);
        return this;
    }

    public TestNode unschedulable() {
        isUnschedulable = true;
        return this;
    }

    public ControlledNode build() {
        var meta =
                new ObjectMetadata("", name, name, "", 1, Instant.EPOCH, false, labels, Map.of(), List.of(), List.of());
        return new ControlledNode(meta, isUnschedulable, taints, conditions, "");
    }
}
