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
import dev.plimsoll.testkit.nodes.TestNodeGroup;
import java.util.Map;
import java.util.TreeMap;

/** The nodes of a cluster that a test asked for. */
record WantedNodes(TestNodeGroup wanted) {
    private static final String SYSTEM_MEMORY = "memory=100Mi";

    NodeGroup group(FeatureGates gates) {
        var machine = machine();
        var plain = NodeGroup.of(wanted.name(), wanted.count(), machine);
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
        return wanted.cpuPolicy().equals("none")
                && wanted.memoryPolicy().equals("None")
                && wanted.topologyPolicy().equals("none");
    }

    private Machine machine() {
        return switch (MachineNotation.parse(wanted.topology())) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) ->
                throw new IllegalArgumentException("topology of nodes " + wanted.name() + ": " + reason);
        };
    }

    private ResourceManagers managers(Machine machine, FeatureGates gates) {
        var isNumber = Quantity.parse(wanted.reservedCpus()) instanceof ParsedQuantity.Parsed;
        var settings = new KubeletSettings(
                wanted.cpuPolicy(),
                Map.of(),
                isNumber ? Quantity.of(wanted.reservedCpus()) : Quantity.ZERO,
                isNumber ? "" : wanted.reservedCpus(),
                wanted.memoryPolicy(),
                wanted.memoryPolicy().equals("Static") ? Map.of(0, ResourceAmounts.parse(SYSTEM_MEMORY)) : Map.of(),
                wanted.topologyPolicy(),
                wanted.topologyScope(),
                Map.of());
        return switch (ResourceManagers.configure(machine, settings, gates)) {
            case ResourceManagers.Configured.Ready(var managers) -> managers;
            case ResourceManagers.Configured.Refused(var reasons) ->
                throw new IllegalArgumentException("nodes " + wanted.name() + ": " + String.join("; ", reasons));
        };
    }

    private Map<String, String> labelMap() {
        var all = new TreeMap<String, String>();
        for (var label : wanted.labels()) {
            var split = label.indexOf('=');
            if (split < 1)
                throw new IllegalArgumentException("labels of nodes " + wanted.name()
                        + ": expected a label such as disk=ssd, not \"" + label + "\"");
            all.put(label.substring(0, split), label.substring(split + 1));
        }
        return all;
    }
}
