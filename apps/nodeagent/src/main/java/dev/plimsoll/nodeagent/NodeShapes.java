package dev.plimsoll.nodeagent;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Nodes made after a machine. */
public final class NodeShapes {
    private static final List<Gate> DECLARED = List.of(
            Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING,
            Gate.IN_PLACE_POD_VERTICAL_SCALING_INIT_CONTAINERS,
            Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES);

    private NodeShapes() {}

    /**
     * So many nodes of the same kind: {@code prefix-0}, {@code prefix-1} and so on.
     *
     * @param reserved what the system keeps for itself
     */
    public static List<NodeShape> of(
            String prefix, int count, Machine machine, ResourceAmounts reserved, int pods, FeatureGates gates) {
        return of(prefix, count, machine, reserved, pods, gates, MemoryThreshold.usual());
    }

    /** The same, with another threshold for eviction, below which memory is not given to pods. */
    public static List<NodeShape> of(
            String prefix,
            int count,
            Machine machine,
            ResourceAmounts reserved,
            int pods,
            FeatureGates gates,
            MemoryThreshold evictionHard) {
        var capacity = capacity(machine, pods);
        var allocatable = allocatable(capacity, reserved, evictionHard);
        var features = declaredFeatures(gates);
        return IntStream.range(0, count)
                .mapToObj(index -> new NodeShape(
                        prefix + "-" + index, address(index), capacity, allocatable, Map.of(), List.of(), features))
                .toList();
    }

    /**
     * A machine that is really there.
     *
     * @param memoryBytes what the kernel has to give, which is a little less than what is built in
     */
    public static NodeShape real(
            String name,
            String address,
            Machine machine,
            long memoryBytes,
            ResourceAmounts reserved,
            int pods,
            FeatureGates gates,
            MemoryThreshold evictionHard) {
        var capacity =
                capacity(machine, pods).with(ResourceName.MEMORY, Quantity.of(memoryBytes, QuantityFormat.BINARY_SI));
        return new NodeShape(
                name,
                address,
                capacity,
                allocatable(capacity, reserved, evictionHard),
                Map.of("kubernetes.io/arch", architecture()),
                List.of(),
                declaredFeatures(gates));
    }

    private static String architecture() {
        var name = System.getProperty("os.arch", "");
        return switch (name) {
            case "aarch64" -> "arm64";
            case "x86_64" -> "amd64";
            default -> name;
        };
    }

    /** What nodes tell the API that they can do. */
    public static Set<String> declaredFeatures(FeatureGates gates) {
        return DECLARED.stream().filter(gates::isOn).map(Gate::kubernetesName).collect(Collectors.toSet());
    }

    private static String address(int index) {
        return "172." + (16 + (index >> 16)) + "." + ((index >> 8) & 0xff) + "." + (index & 0xff);
    }

    private static ResourceAmounts capacity(Machine machine, int pods) {
        var memory =
                machine.nodes().stream().mapToLong(node -> node.memoryBytes()).sum();
        var capacity = ResourceAmounts.of(Map.of(
                ResourceName.CPU, count(machine.cpus().size()),
                ResourceName.MEMORY, Quantity.of(memory, QuantityFormat.BINARY_SI),
                ResourceName.PODS, count(pods)));
        for (var node : machine.nodes()) {
            for (var page : node.hugePageBytes().entrySet()) {
                capacity = capacity.plus(ResourceAmounts.of(
                        Map.of(page.getKey(), Quantity.of(page.getValue(), QuantityFormat.BINARY_SI))));
            }
        }
        return capacity;
    }

    private static Quantity count(long number) {
        return Quantity.of(number, QuantityFormat.DECIMAL_SI);
    }

    /** Memory in huge pages is nobody else's. */
    private static ResourceAmounts allocatable(
            ResourceAmounts capacity, ResourceAmounts reserved, MemoryThreshold evictionHard) {
        var kept = evictionHard.bytes(capacity.amount(ResourceName.MEMORY).value());
        var allocatable = capacity;
        for (var name : capacity.names()) {
            allocatable = allocatable.with(name, left(capacity.amount(name), reserved.amount(name)));
        }
        var huge = Stream.concat(
                        capacity.names().stream()
                                .filter(ResourceName::isHugePages)
                                .map(capacity::amount),
                        Stream.of(Quantity.of(kept, QuantityFormat.BINARY_SI)))
                .reduce(Quantity.ZERO, Quantity::plus);
        return allocatable.with(ResourceName.MEMORY, left(allocatable.amount(ResourceName.MEMORY), huge));
    }

    private static Quantity left(Quantity all, Quantity taken) {
        return taken.isGreaterThan(all) ? Quantity.ZERO : all.minus(taken);
    }
}
