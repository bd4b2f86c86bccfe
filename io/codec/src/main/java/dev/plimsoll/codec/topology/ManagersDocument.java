package dev.plimsoll.codec.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The resource managers of a node as JSON, whole: with it anybody decides as the node does.
 *
 * <p>{@code configuration} and {@code machine} stay as they are while the node runs; {@code state} is what it has given, in the form
 * of the managers' checkpoints.
 */
public final class ManagersDocument {
    private ManagersDocument() {}

    public static ObjectNode encode(ResourceManagers resourceManagers, ManagersState state) {
        var document = JsonNodeFactory.instance.objectNode();
        document.set("configuration", configuration(resourceManagers));
        document.set("machine", MachineDocument.encode(resourceManagers.machine()));
        var given = document.putObject("state");
        given.set("cpus", CpuCheckpoint.document(new StoredCpus(resourceManagers.cpuPolicyName(), state.cpus())));
        given.set(
                "memory",
                MemoryCheckpoint.document(new StoredMemory(resourceManagers.memoryPolicyName(), state.memory())));
        return document;
    }

    /** In the words of a kubelet's configuration file; reserved CPUs by name, however they were given. */
    private static ObjectNode configuration(ResourceManagers resourceManagers) {
        var settings = resourceManagers.settings();
        var document = JsonNodeFactory.instance.objectNode();
        document.put("cpuManagerPolicy", settings.cpuManagerPolicy());
        texts(document, "cpuManagerPolicyOptions", settings.cpuManagerPolicyOptions());
        document.put("reservedSystemCPUs", resourceManagers.reservedCpus().toString());
        document.put("memoryManagerPolicy", settings.memoryManagerPolicy());
        var reserved = document.putArray("reservedMemory");
        new TreeMap<>(settings.reservedMemory()).forEach((node, amounts) -> {
            var limits = reserved.addObject().put("numaNode", node).putObject("limits");
            amounts.toMap().forEach((name, amount) -> limits.put(name.text(), amount.toString()));
        });
        document.put("topologyManagerPolicy", settings.topologyManagerPolicy());
        document.put("topologyManagerScope", settings.topologyManagerScope());
        texts(document, "topologyManagerPolicyOptions", settings.topologyManagerPolicyOptions());
        var gates = document.putObject("featureGates");
        ResourceManagers.GATES.stream()
                .sorted(Comparator.comparing(Gate::kubernetesName))
                .forEach(gate -> gates.put(
                        gate.kubernetesName(), resourceManagers.gates().isOn(gate)));
        return document;
    }

    private static void texts(ObjectNode document, String name, Map<String, String> texts) {
        if (texts.isEmpty()) return;
        var entries = document.putObject(name);
        new TreeMap<>(texts).forEach(entries::put);
    }

    /** How the node decides. */
    public static Decoded<ResourceManagers> resourceManagers(JsonNode document) {
        return switch (MachineDocument.decode(document.path("machine"))) {
            case Decoded.Loaded(var machine) -> {
                try {
                    var configuration = document.path("configuration");
                    yield switch (ResourceManagers.configure(machine, settings(configuration), gates(configuration))) {
                        case ResourceManagers.Configured.Ready(var resourceManagers) ->
                            new Decoded.Loaded<>(resourceManagers);
                        case ResourceManagers.Configured.Refused(var reasons) ->
                            new Decoded.Unreadable<>(String.join("; ", reasons));
                    };
                } catch (IllegalArgumentException e) { // a quantity that is none
                    yield new Decoded.Unreadable<>(String.valueOf(e.getMessage()));
                }
            }
            case Decoded.Corrupt(var reason) -> new Decoded.Unreadable<>(reason);
            case Decoded.Unreadable(var reason) -> new Decoded.Unreadable<>(reason);
        };
    }

    private static KubeletSettings settings(JsonNode document) {
        var reservedMemory = new HashMap<Integer, ResourceAmounts>();
        for (var entry : document.path("reservedMemory")) {
            var amounts = new HashMap<ResourceName, Quantity>();
            for (var limit : entry.path("limits").properties()) {
                amounts.put(
                        ResourceName.of(limit.getKey()),
                        Quantity.of(limit.getValue().asText()));
            }
            reservedMemory.put(entry.path("numaNode").asInt(), ResourceAmounts.of(amounts));
        }
        return new KubeletSettings(
                document.path("cpuManagerPolicy").asText(),
                texts(document.path("cpuManagerPolicyOptions")),
                Quantity.ZERO,
                document.path("reservedSystemCPUs").asText(),
                document.path("memoryManagerPolicy").asText(),
                reservedMemory,
                document.path("topologyManagerPolicy").asText(),
                document.path("topologyManagerScope").asText(),
                texts(document.path("topologyManagerPolicyOptions")));
    }

    private static Map<String, String> texts(JsonNode object) {
        var texts = new HashMap<String, String>();
        for (var entry : object.properties())
            texts.put(entry.getKey(), entry.getValue().asText());
        return texts;
    }

    /** A gate that the document does not name is as it is by default; one that is unknown here changes nothing that is known here. */
    private static FeatureGates gates(JsonNode configuration) {
        var gates = FeatureGates.DEFAULT;
        for (var entry : configuration.path("featureGates").properties()) {
            var gate = Gate.named(entry.getKey());
            if (gate.isPresent())
                gates = gates.with(gate.get(), entry.getValue().asBoolean());
        }
        return gates;
    }

    /** What the node has given, on a machine and with settings that were read before. */
    public static Decoded<ManagersState> state(JsonNode document, ResourceManagers resourceManagers) {
        var given = document.path("state");
        return switch (CpuCheckpoint.decode(given.path("cpus"))) {
            case Decoded.Loaded(var cpus) ->
                switch (MemoryCheckpoint.decode(given.path("memory"))) {
                    case Decoded.Loaded(var memory) -> {
                        var state = new ManagersState(cpus.cpus(), memory.memory());
                        yield resourceManagers.suits(state)
                                ? new Decoded.Loaded<>(state)
                                : new Decoded.Unreadable<>("the state is not one of the machine");
                    }
                    case Decoded.Corrupt(var reason) -> new Decoded.Unreadable<>(reason);
                    case Decoded.Unreadable(var reason) -> new Decoded.Unreadable<>(reason);
                };
            case Decoded.Corrupt(var reason) -> new Decoded.Unreadable<>(reason);
            case Decoded.Unreadable(var reason) -> new Decoded.Unreadable<>(reason);
        };
    }
}
