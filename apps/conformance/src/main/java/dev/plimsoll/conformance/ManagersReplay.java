package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pods that are placed on, started on and removed from one NUMA machine, one after another. */
final class ManagersReplay implements Replay {
    private static final FeatureGates GATES = FeatureGates.DEFAULT
            .with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true)
            .with(Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS, true);

    @Override
    public String recording() {
        return "managers";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        return switch (ResourceManagers.configure(machine(line.get("topology")), settings(line.get("config")), GATES)) {
            case ResourceManagers.Configured.Refused(var reasons) -> {
                var comparison = new LineComparison();
                comparison.equal("start", List.of(), reasons);
                yield comparison.verdict();
            }
            case ResourceManagers.Configured.Ready(var resourceManagers) ->
                new ManagersRun(resourceManagers).run(line.get("ops"));
        };
    }

    private static Machine machine(JsonNode topology) {
        var sockets = topology.get("sockets").asInt();
        return MachineNotation.literal(sockets + "s"
                + sockets * topology.get("numaNodesPerSocket").asInt() + "n"
                + topology.get("coresPerNumaNode").asInt() + "c"
                + topology.get("threadsPerCore").asInt() + "t,memory="
                + topology.get("memoryBytesPerNumaNode").asText() + ",hugepages-2Mi="
                + topology.get("hugepages2MiPerNumaNode").asInt() * 2 + "Mi,l3="
                + topology.get("uncoreCachesPerNumaNode").asInt());
    }

    private static KubeletSettings settings(JsonNode config) {
        var reservedMemory = new HashMap<Integer, ResourceAmounts>();
        for (var node : config.path("reservedMemory").properties()) {
            var amount = Quantity.of(node.getValue().asText());
            reservedMemory.put(Integer.valueOf(node.getKey()), ResourceAmounts.of(Map.of(ResourceName.MEMORY, amount)));
        }
        return new KubeletSettings(
                config.get("cpuManagerPolicy").asText(),
                LineComparison.texts(config.get("cpuManagerPolicyOptions")),
                Quantity.ZERO,
                config.get("reservedCPUs").asText(),
                config.get("memoryManagerPolicy").asText(),
                reservedMemory,
                config.get("topologyManagerPolicy").asText(),
                config.get("topologyManagerScope").asText(),
                LineComparison.texts(config.get("topologyManagerPolicyOptions")));
    }
}
