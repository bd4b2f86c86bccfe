package dev.plimsoll.testkit.nodes;

import java.util.ArrayList;
import java.util.List;

/**
 * Simulated nodes of one shape, for {@code TestClusterBuilder.nodeGroup}. Each component says the same as the element of {@link NodeSpec}
 * of that name.
 */
public record TestNodeGroup(
        String name,
        int count,
        String topology,
        String cpuPolicy,
        String reservedCpus,
        String memoryPolicy,
        String topologyPolicy,
        String topologyScope,
        List<String> labels) {
    private static final int FIELDS = 9;

    public TestNodeGroup {
        labels = List.copyOf(labels);
    }

    /** Nodes without policies: {@code name-0} and so on. */
    public static TestNodeGroup of(String name, int count, String topology) {
        return new TestNodeGroup(name, count, topology, "none", "1", "None", "none", "container", List.of());
    }

    public static TestNodeGroup of(NodeSpec spec) {
        return new TestNodeGroup(
                spec.name(),
                spec.count(),
                spec.topology(),
                spec.cpuPolicy(),
                spec.reservedCpus(),
                spec.memoryPolicy(),
                spec.topologyPolicy(),
                spec.topologyScope(),
                List.of(spec.labels()));
    }

    public TestNodeGroup withCpuPolicy(String policy, String reserved) {
        return new TestNodeGroup(
                name, count, topology, policy, reserved, memoryPolicy, topologyPolicy, topologyScope, labels);
    }

    public TestNodeGroup withMemoryPolicy(String policy) {
        return new TestNodeGroup(
                name, count, topology, cpuPolicy, reservedCpus, policy, topologyPolicy, topologyScope, labels);
    }

    public TestNodeGroup withTopologyPolicy(String policy, String scope) {
        return new TestNodeGroup(name, count, topology, cpuPolicy, reservedCpus, memoryPolicy, policy, scope, labels);
    }

    /** With these labels beside the well-known ones, such as {@code disk=ssd}. */
    public TestNodeGroup withLabels(String... changed) {
        return new TestNodeGroup(
                name,
                count,
                topology,
                cpuPolicy,
                reservedCpus,
                memoryPolicy,
                topologyPolicy,
                topologyScope,
                List.of(changed));
    }

    /** Of the message of another process, in which groups follow one another. */
    public static List<TestNodeGroup> all(List<String> message) {
        var groups = new ArrayList<TestNodeGroup>();
        for (var at = 0; at < message.size(); at += FIELDS) groups.add(of(message.subList(at, at + FIELDS)));
        return groups;
    }

    private static TestNodeGroup of(List<String> fields) {
        var labels = fields.get(FIELDS - 1);
        return new TestNodeGroup(
                fields.get(0),
                Integer.parseInt(fields.get(1)),
                fields.get(2),
                fields.get(3),
                fields.get(4),
                fields.get(5),
                fields.get(6),
                fields.get(7),
                labels.isEmpty() ? List.of() : List.of(labels.split(",", -1)));
    }

    public List<String> message() {
        return List.of(
                name,
                Integer.toString(count),
                topology,
                cpuPolicy,
                reservedCpus,
                memoryPolicy,
                topologyPolicy,
                topologyScope,
                String.join(",", labels));
    }
}
