package dev.plimsoll.cli.up;

import dev.plimsoll.cli.TopologyOptions;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
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
            names = "--reserved",
            paramLabel = "cpu=500m,memory=1Gi",
            description = "What the system of each node keeps for itself.")
    private String reserved = "";

    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "110",
            description = "How many pods a node may have (default: ${DEFAULT-VALUE}).")
    private int pods = 110;

    @Option(
            names = "--eviction-hard",
            paramLabel = "memory.available<100Mi",
            defaultValue = "memory.available<100Mi",
            description = "Evict pods when less memory is available (default: ${DEFAULT-VALUE}).")
    private String evictionHard = "memory.available<100Mi";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Nodes of several kinds, in place of --nodes and --topology (see examples/nodes.yaml).")
    private @Nullable Path config;

    @Mixin
    private final TopologyOptions topology = new TopologyOptions();

    /** The nodes that were asked for; what is wrong goes to {@code problems}. */
    List<NodeGroup> groups(FeatureGates gates, List<String> problems) {
        var threshold = threshold(problems);
        if (config != null) return new NodeFile(gates, threshold, problems).read(config);
        if (nodes < 0) problems.add("--nodes " + nodes + ": there cannot be fewer than none");
        if (pods < 1) problems.add("--pods " + pods + ": a node has room for at least one");
        if (!memory.isEmpty() && !(Quantity.parse(memory) instanceof ParsedQuantity.Parsed))
            problems.add("--memory " + memory + ": expected a quantity such as 64Gi");
        var kept = reserved(problems);
        if (!problems.isEmpty()) return List.of();
        var pinning = topology.pinning(gates, memory, problems);
        if (!problems.isEmpty()) return List.of();
        var machine = pinning.map(found -> found.machine())
                .orElseGet(() ->
                        MachineNotation.literal(memory.isEmpty() ? DEFAULT_MACHINE : "1s1n8c1t,memory=" + memory));
        return List.of(new NodeGroup(PREFIX, nodes, machine, pinning.orElse(null), kept, pods, Map.of(), threshold));
    }

    /** This machine, as the same options would have it. */
    ClusterPlan.RealNode realNode(
            RealNodeOptions real, @Nullable Path dataOrNull, FeatureGates gates, List<String> problems)
            throws UnknownHostException {
        return real.node(
                dataOrNull,
                reserved(problems),
                pods,
                threshold(problems),
                // --topology and the policies beside it are about simulated machines.
                (machine, wrong) ->
                        topology.isSimulated() ? Optional.empty() : topology.pinning(machine, gates, wrong));
    }

    private ResourceAmounts reserved(List<String> problems) {
        try {
            return reserved.isEmpty() ? ResourceAmounts.EMPTY : ResourceAmounts.parse(reserved);
        } catch (IllegalArgumentException _) {
            problems.add("--reserved " + reserved + ": expected amounts such as cpu=500m,memory=1Gi");
            return ResourceAmounts.EMPTY;
        }
    }

    private MemoryThreshold threshold(List<String> problems) {
        return switch (MemoryThreshold.parse(evictionHard)) {
            case MemoryThreshold.Parsed.Ok(var threshold) -> threshold;
            case MemoryThreshold.Parsed.Malformed(var why) -> {
                problems.add("--eviction-hard: " + why);
                yield MemoryThreshold.usual();
            }
        };
    }
}
