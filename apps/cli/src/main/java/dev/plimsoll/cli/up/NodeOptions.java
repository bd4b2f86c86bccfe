package dev.plimsoll.cli.up;

import dev.plimsoll.cli.node.ResourceOptions;
import dev.plimsoll.cli.node.TopologyOptions;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which simulated nodes a cluster has. */
final class NodeOptions {
    static final String DEFAULT_MACHINE = "1s1n8c1t,memory=32Gi";
    private static final String PREFIX = "node";

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many simulated nodes there are (default: ${DEFAULT-VALUE}).")
    private int nodes = 3;

    @Option(
            names = "--memory",
            paramLabel = "QUANTITY",
            description = "Memory of each NUMA node of a node; the same as memory= in --topology.")
    private String memory = "";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Nodes of several kinds, in place of --nodes and --topology (see examples/nodes.yaml).")
    private @Nullable Path config;

    @Option(
            names = "--pod-manifest-path",
            paramLabel = "DIR",
            description = {
                "Run the pods that are in this folder, one in each file (YAML or JSON), on every node: static pods, which",
                "the API server shows copies of, and which go with their files."
            })
    private @Nullable Path manifests;

    @Mixin
    private final ResourceOptions resources = new ResourceOptions();

    @Mixin
    private final TopologyOptions topology = new TopologyOptions();

    /** The nodes that were asked for; what is wrong goes to {@code problems}. */
    List<NodeGroup> groups(FeatureGates gates, List<String> problems) {
        var threshold = resources.evictionHard(problems);
        if (config != null) return new NodeFile(gates, threshold, resources.swap(problems), problems).read(config);
        if (nodes < 0) problems.add("--nodes " + nodes + ": must be at least 0");
        var pods = resources.pods(problems);
        var storage = resources.storage(problems);
        var swap = resources.swap(problems);
        if (!memory.isEmpty() && !(Quantity.parse(memory) instanceof ParsedQuantity.Parsed))
            problems.add("--memory " + memory + ": expected a quantity such as 64Gi");
        var kept = resources.reserved(problems);
        if (!problems.isEmpty()) return List.of();
        var resourceManagers = topology.resourceManagers(gates, memory, problems);
        if (!problems.isEmpty()) return List.of();
        var machine = resourceManagers
                .map(found -> found.machine())
                .orElseGet(() ->
                        MachineNotation.literal(memory.isEmpty() ? DEFAULT_MACHINE : "1s1n8c1t,memory=" + memory));
        return List.of(new NodeGroup(
                PREFIX, nodes, machine, resourceManagers.orElse(null), storage, swap, kept, pods, Map.of(), threshold));
    }

    /** A folder with pods that each node runs by itself; null where there is none. */
    @Nullable
    Path manifestsOrNull() {
        return manifests;
    }

    /** This machine, as the same options would have it. */
    ClusterPlan.RealNode realNode(
            RealNodeOptions real, @Nullable Path dataOrNull, FeatureGates gates, List<String> problems)
            throws UnknownHostException {
        return real.node(
                dataOrNull,
                manifests,
                resources.reserved(problems),
                resources.pods(problems),
                resources.evictionHard(problems),
                resources.swapBehavior(problems),
                // --topology and the policies beside it are about simulated machines.
                (machine, wrong) ->
                        topology.isSimulated() ? Optional.empty() : topology.resourceManagers(machine, gates, wrong));
    }
}
