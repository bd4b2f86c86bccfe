package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.Admission;
import dev.plimsoll.core.topology.ContainerPlacement;
import dev.plimsoll.core.topology.KubeletSettings;
import dev.plimsoll.core.topology.NodeState;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.Placement;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pods that are placed on, started on and removed from one NUMA machine, one after another.
 *
 * <p>The recorder listed a pod as active only once it was admitted, so that of a pod that is placed container by container
 * only what the last one got is left. What it calls {@code exclusiveCPUs} are all CPUs assigned, shared ones included.
 */
final class ManagersReplay implements Replay {
    private static final FeatureGates GATES = FeatureGates.DEFAULT
            .with(Gate.POD_LEVEL_RESOURCE_MANAGERS, true)
            .with(Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS, true);

    @Override
    public String recording() {
        return "managers";
    }

    @Override
    public Verdict replay(JsonNode line) {
        var comparison = new Comparison();
        switch (Pinning.configure(machine(line.get("topology")), settings(line.get("config")), GATES)) {
            case Pinning.Configured.Refused(var reasons) -> comparison.equal("start", List.of(), reasons);
            case Pinning.Configured.Ready(var pinning) -> replay(pinning, line.get("ops"), comparison);
        }
        return comparison.verdict();
    }

    private static void replay(Pinning pinning, JsonNode operations, Comparison comparison) {
        var state = pinning.initialState();
        for (var i = 0; i < operations.size(); i++) {
            var operation = operations.get(i);
            var what = "operation " + i;
            state = switch (operation.get("op").asText()) {
                case "admit" -> admit(pinning, state, what, operation, comparison);
                case "remove" -> pinning.remove(state, operation.get("uid").asText());
                default -> throw new IllegalArgumentException("operation " + operation.get("op"));
            };
            if (operation.has("sharedPool")) {
                comparison.text(
                        what + " sharedPool",
                        operation.get("sharedPool"),
                        state.cpus().shared().toString());
            }
        }
    }

    private static NodeState admit(
            Pinning pinning, NodeState state, String what, JsonNode operation, Comparison comparison) {
        var pod = PodReader.read(operation.get("pod")).orThrow();
        return switch (pinning.admitUnlisted(state, pod)) {
            case Admission.Refused(var refusal) -> {
                comparison.text(what + " admitted", operation.get("admitted"), "false");
                comparison.text(what + " reason", operation.get("reason"), refusal.reason());
                comparison.text(what + " message", operation.get("message"), refusal.message());
                yield state;
            }
            case Admission.Admitted(var after, var placement) -> {
                comparison.text(what + " admitted", operation.get("admitted"), "true");
                var running = after;
                for (var container : placement.containers()) {
                    running = pinning.started(running, pod, container.container());
                }
                comparison.equal(
                        what + " podCPUs",
                        operation.path("podCPUs").asText(""),
                        placement.podCpus().toString());
                compare(what, operation.path("containers"), pinning.placement(running, pod), comparison);
                yield running;
            }
        };
    }

    private static void compare(String what, JsonNode recorded, Placement placement, Comparison comparison) {
        for (var container : placement.containers()) {
            var own = recorded.path(container.container());
            var where = what + " " + container.container();
            comparison.equal(where + " cpus", own.path("cpus").asText(""), container.cpus().toString());
            comparison.equal(
                    where + " exclusiveCPUs",
                    own.path("exclusiveCPUs").asText(""),
                    container.cpus().toString());
            comparison.equal(
                    where + " memoryNUMANodes",
                    numbers(own.path("memoryNUMANodes")),
                    container.memoryNodes().toList());
            comparison.equal(where + " memoryBlocks", blocks(own.path("memoryBlocks")), blocks(container));
        }
    }

    private static List<String> blocks(JsonNode recorded) {
        var blocks = new ArrayList<String>();
        for (var block : recorded) {
            blocks.add(block.get("type").asText() + " " + block.get("size").asText() + " of " + numbers(block.get("numa")));
        }
        return blocks.stream().sorted().toList();
    }

    private static List<String> blocks(ContainerPlacement container) {
        return container.memory().stream().map(ManagersReplay::text).sorted().toList();
    }

    private static String text(MemoryBlock block) {
        return block.resource() + " " + block.bytes() + " of " + block.nodes().toList();
    }

    private static List<Integer> numbers(JsonNode recorded) {
        var numbers = new ArrayList<Integer>();
        for (var number : recorded) numbers.add(number.asInt());
        return numbers;
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
            reservedMemory.put(
                    Integer.valueOf(node.getKey()), ResourceAmounts.of(Map.of(ResourceName.MEMORY, amount)));
        }
        return new KubeletSettings(
                config.get("cpuManagerPolicy").asText(),
                Comparison.texts(config.get("cpuManagerPolicyOptions")),
                Quantity.ZERO,
                config.get("reservedCPUs").asText(),
                config.get("memoryManagerPolicy").asText(),
                reservedMemory,
                config.get("topologyManagerPolicy").asText(),
                config.get("topologyManagerScope").asText(),
                Comparison.texts(config.get("topologyManagerPolicyOptions")));
    }
}
