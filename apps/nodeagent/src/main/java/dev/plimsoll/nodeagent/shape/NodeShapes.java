package dev.plimsoll.nodeagent.shape;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.Machine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Nodes made after a machine. */
public final class NodeShapes {
    private static final List<Gate> DECLARED = List.of(
            Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING,
            Gate.IN_PLACE_POD_VERTICAL_SCALING_INIT_CONTAINERS,
            Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES,
            Gate.RESTART_ALL_CONTAINERS_ON_CONTAINER_EXITS);

    private NodeShapes() {}

    /**
     * So many nodes of the same kind on which nothing is pinned: {@code prefix-0}, {@code prefix-1} and so on.
     *
     * @param reserved what the system keeps for itself
     */
    public static List<NodeShape> of(
            String prefix, int count, Machine machine, ResourceAmounts reserved, int pods, FeatureGates gates) {
        return of(prefix, count, NodeResources.of(machine).reserving(reserved).withPods(pods), gates);
    }

    /** The same with more said about each of them. */
    public static List<NodeShape> of(String prefix, int count, NodeResources resources, FeatureGates gates) {
        var allocatable = resources.allocatable();
        var amounts = allocatable.amounts();
        var features = declaredFeatures(gates);
        return IntStream.range(0, count)
                .mapToObj(index -> new NodeShape(
                                prefix + "-" + index,
                                address(index),
                                allocatable.capacity(),
                                amounts,
                                Map.of(),
                                List.of(),
                                features)
                        .withAbilities(resources.abilities()))
                .toList();
    }

    /** A machine that is really there. */
    public static NodeShape real(String name, String address, NodeResources resources, FeatureGates gates) {
        var allocatable = resources.allocatable();
        return new NodeShape(
                        name,
                        address,
                        allocatable.capacity(),
                        allocatable.amounts(),
                        Map.of("kubernetes.io/arch", architecture()),
                        List.of(),
                        declaredFeatures(gates))
                .withAbilities(resources.abilities());
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
}
