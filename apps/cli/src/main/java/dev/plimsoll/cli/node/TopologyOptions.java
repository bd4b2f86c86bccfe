package dev.plimsoll.cli.node;

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
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that describe a node's hardware and how its resource managers are set up. */
public final class TopologyOptions {
    private static final String DEFAULT_RESERVED = "1";
    private static final String STATIC = "static";

    @Option(
            names = "--topology",
            paramLabel = "2s4n8c2t",
            description = {
                "Place the pods on such a machine: sockets, NUMA nodes in all, cores per node, threads per core; settings",
                "after commas: 2s4n8c2t,memory=32Gi,hugepages-2Mi=1Gi,l3=2."
            })
    private @Nullable String topology;

    @Option(
            names = "--cpu-policy",
            paramLabel = "NAME",
            description = "none or static (default: static with --topology, else none).")
    private String cpuPolicy = "";

    @Option(
            names = "--cpu-options",
            paramLabel = "NAME=true",
            split = ",",
            description = "Options of the static CPU policy, such as full-pcpus-only=true.")
    private Map<String, String> cpuOptions = Map.of();

    @Option(
            names = "--reserved-cpus",
            paramLabel = "LIST|NUMBER",
            defaultValue = DEFAULT_RESERVED,
            description =
                    "CPUs kept for the system: 0,32 as a list, or how many; 0 is the first one (default: ${DEFAULT-VALUE}).")
    private String reservedCpus = DEFAULT_RESERVED;

    @Option(
            names = "--memory-policy",
            defaultValue = "None",
            description = "None or Static (default: ${DEFAULT-VALUE}).")
    private String memoryPolicy = "None";

    @Option(
            names = "--reserved-memory",
            paramLabel = "NODE:memory=1Gi",
            split = ";",
            description =
                    "Memory kept for the system, per NUMA node; needed by the Static policy (default with it: 0:memory=100Mi).")
    private List<String> reservedMemory = List.of();

    @Option(
            names = "--topology-policy",
            defaultValue = "none",
            description = "none, best-effort, restricted or single-numa-node (default: ${DEFAULT-VALUE}).")
    private String topologyPolicy = "none";

    @Option(
            names = "--topology-scope",
            defaultValue = "container",
            description = "container or pod (default: ${DEFAULT-VALUE}).")
    private String topologyScope = "container";

    @Option(
            names = "--topology-options",
            paramLabel = "NAME=VALUE",
            split = ",",
            description = "Options of the topology manager, such as prefer-closest-numa-nodes=true.")
    private Map<String, String> topologyOptions = Map.of();

    /** The machine with its settings, if one was asked for; what is wrong with them goes to {@code problems}. */
    public Optional<ResourceManagers> resourceManagers(FeatureGates gates, List<String> problems) {
        return resourceManagers(gates, "", problems);
    }

    /**
     * The same.
     *
     * @param memory of each NUMA node, where {@code --topology} does not say; empty to leave it at that
     */
    public Optional<ResourceManagers> resourceManagers(FeatureGates gates, String memory, List<String> problems) {
        if (topology == null) return Optional.empty();
        if (cpuPolicy.isEmpty()) cpuPolicy = STATIC;
        var notation = memory.isEmpty() || topology.contains("memory=") ? topology : topology + ",memory=" + memory;
        return switch (MachineNotation.parse(notation)) {
            case Machine.Described.Refused(var reason) -> {
                problems.add("--topology: " + reason);
                yield Optional.empty();
            }
            case Machine.Described.Known(var machine) -> configured(machine, gates, problems);
        };
    }

    /** The same for a machine that is really there: its containers are pinned where a policy asks for it. */
    public Optional<ResourceManagers> resourceManagers(Machine host, FeatureGates gates, List<String> problems) {
        if (topology != null) {
            problems.add(
                    "--topology describes a simulated machine; leave it out: a real node has the topology of its machine");
            return Optional.empty();
        }
        var isPinned = cpuPolicy.equals(STATIC) || memoryPolicy.equals("Static") || !topologyPolicy.equals("none");
        return isPinned ? configured(host, gates, problems) : Optional.empty();
    }

    /** Whether a simulated machine was described. */
    public boolean isSimulated() {
        return topology != null;
    }

    private Optional<ResourceManagers> configured(Machine machine, FeatureGates gates, List<String> problems) {
        var before = problems.size();
        var settings = new KubeletSettings(
                cpuPolicy.isEmpty() ? "none" : cpuPolicy,
                cpuOptions,
                isCount(reservedCpus) ? Quantity.of(reservedCpus) : Quantity.ZERO,
                isCount(reservedCpus) ? "" : reservedCpus,
                memoryPolicy,
                reservedMemory(problems),
                topologyPolicy,
                topologyScope,
                topologyOptions);
        if (problems.size() > before) return Optional.empty();
        return switch (ResourceManagers.configure(machine, settings, gates)) {
            case ResourceManagers.Configured.Ready(var resourceManagers) -> Optional.of(resourceManagers);
            case ResourceManagers.Configured.Refused(var reasons) -> {
                problems.addAll(reasons);
                yield Optional.empty();
            }
        };
    }

    /** To keep no CPU is nothing that could be asked for: {@code 0} is the first one. */
    private static boolean isCount(String text) {
        return Quantity.parse(text) instanceof ParsedQuantity.Parsed(var number) && !number.isZero();
    }

    private Map<Integer, ResourceAmounts> reservedMemory(List<String> problems) {
        if (!memoryPolicy.equals("Static")) return Map.of();
        if (reservedMemory.isEmpty()) return Map.of(0, ResourceAmounts.parse("memory=100Mi"));
        var perNode = new TreeMap<Integer, ResourceAmounts>();
        for (var entry : reservedMemory) {
            var split = entry.indexOf(':');
            try {
                perNode.put(
                        Integer.parseInt(entry.substring(0, Math.max(0, split))),
                        ResourceAmounts.parse(entry.substring(split + 1)));
            } catch (IllegalArgumentException e) {
                problems.add("--reserved-memory " + entry + ": expected NODE:memory=QUANTITY, such as 0:memory=1Gi");
            }
        }
        return perNode;
    }
}
