package dev.plimsoll.testkit.client;

import java.util.List;

/**
 * Simulated nodes of one shape: {@link TestClusterBuilder#nodeGroup(TestNodeGroup)}. Each component says the same as the element of
 * {@link NodeSpec} of that name.
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
    public TestNodeGroup {
        labels = List.copyOf(labels);
    }

    /** Nodes without policies: {@code name-0} and so on. */
    public static TestNodeGroup of(String name, int count, String topology) {
        return new TestNodeGroup(name, count, topology, "none", "1", "None", "none", "container", List.of());
    }

    static TestNodeGroup of(NodeSpec spec) {
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

    List<String> message() {
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
