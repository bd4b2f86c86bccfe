package dev.plimsoll.testkit.cluster;

import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    private static final String SYSTEM_MEMORY = "memory=100Mi";

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

    NodeGroup group(FeatureGates gates) {
        var machine = machine();
        var plain = NodeGroup.of(name, count, machine);
        var pinned = pinsNothing() ? plain : plain.pinnedBy(managers(machine, gates));
        return new NodeGroup(
                pinned.prefix(),
                pinned.count(),
                pinned.machine(),
                pinned.resourceManagersOrNull(),
                pinned.storageBytes(),
                pinned.swap(),
                pinned.reserved(),
                pinned.pods(),
                labelMap(),
                pinned.evictionHard());
    }

    private boolean pinsNothing() {
        return cpuPolicy.equals("none") && memoryPolicy.equals("None") && topologyPolicy.equals("none");
    }

    private Machine machine() {
        return switch (MachineNotation.parse(topology)) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) ->
                throw new IllegalArgumentException("topology of nodes " + name + ": " + reason);
        };
    }

    private ResourceManagers managers(Machine machine, FeatureGates gates) {
        var isNumber = Quantity.parse(reservedCpus) instanceof ParsedQuantity.Parsed;
        var settings = new KubeletSettings(
                cpuPolicy,
                Map.of(),
                isNumber ? Quantity.of(reservedCpus) : Quantity.ZERO,
                isNumber ? "" : reservedCpus,
                memoryPolicy,
                memoryPolicy.equals("Static") ? Map.of(0, ResourceAmounts.parse(SYSTEM_MEMORY)) : Map.of(),
                topologyPolicy,
                topologyScope,
                Map.of());
        return switch (ResourceManagers.configure(machine, settings, gates)) {
            case ResourceManagers.Configured.Ready(var managers) -> managers;
            case ResourceManagers.Configured.Refused(var reasons) ->
                throw new IllegalArgumentException("nodes " + name + ": " + String.join("; ", reasons));
        };
    }

    private Map<String, String> labelMap() {
        var all = new TreeMap<String, String>();
        for (var label : labels) {
            var split = label.indexOf('=');
            if (split < 1)
                throw new IllegalArgumentException(
                        "labels of nodes " + name + ": expected a label such as disk=ssd, not \"" + label + "\"");
            all.put(label.substring(0, split), label.substring(split + 1));
        }
        return all;
    }
}
