package dev.plimsoll.core.topology.policy;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.cpu.Taken;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads a node's settings for a machine, with every reason why they cannot be. */
public final class KubeletSettingsReader {
    private static final int MOST_NODES_BY_DEFAULT = 8;
    private static final String MOST_NODES_OPTION = "max-allowable-numa-nodes";
    private static final String CLOSEST_OPTION = "prefer-closest-numa-nodes";

    /** Pairs that exclude each other, in the order in which they are reported. */
    private static final List<List<CpuOption>> EXCLUSIVE_PAIRS = List.of(
            List.of(CpuOption.FULL_PCPUS_ONLY, CpuOption.DISTRIBUTE_CPUS_ACROSS_CORES),
            List.of(CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA, CpuOption.DISTRIBUTE_CPUS_ACROSS_CORES),
            List.of(CpuOption.PREFER_ALIGN_CPUS_BY_UNCORECACHE, CpuOption.DISTRIBUTE_CPUS_ACROSS_CORES),
            List.of(CpuOption.PREFER_ALIGN_CPUS_BY_UNCORECACHE, CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA));

    private final Machine machine;
    private final KubeletSettings settings;
    private final FeatureGates gates;
    private final List<String> reasons = new ArrayList<>();

    public KubeletSettingsReader(Machine machine, KubeletSettings settings, FeatureGates gates) {
        this.machine = machine;
        this.settings = settings;
        this.gates = gates;
    }

    /** Meaningful only where {@link #reasons()} are none. */
    public NodePolicies read() {
        var alignment = alignment();
        var closest = alignment != TopologyManagerPolicy.NONE && alignmentOptions();
        var scope = alignment == TopologyManagerPolicy.NONE ? TopologyManagerScope.CONTAINER : scope();
        var pinsCpus = isOn(settings.cpuManagerPolicy(), "none", "static");
        var options = cpuOptions(pinsCpus, alignment);
        var pinsMemory = isOn(settings.memoryManagerPolicy(), "None", "Static");
        var reservedMemory = pinsMemory ? reservedMemory() : Map.<Integer, Map<ResourceName, Long>>of();
        var reservedCpus = pinsCpus && reasons.isEmpty() ? reservedCpus(options) : CpuSet.EMPTY;
        return new NodePolicies(pinsCpus, options, reservedCpus, pinsMemory, reservedMemory, alignment, scope, closest);
    }

    public List<String> reasons() {
        return List.copyOf(reasons);
    }

    private boolean isOn(String policy, String off, String on) {
        if (!policy.equals(off) && !policy.equals(on)) reasons.add("unknown policy: \"" + policy + "\"");
        return policy.equals(on);
    }

    private TopologyManagerPolicy alignment() {
        for (var policy : TopologyManagerPolicy.values()) {
            if (policy.kubernetesName().equals(settings.topologyManagerPolicy())) return policy;
        }
        reasons.add("unknown policy: \"" + settings.topologyManagerPolicy() + "\"");
        return TopologyManagerPolicy.NONE;
    }

    private TopologyManagerScope scope() {
        for (var scope : TopologyManagerScope.values()) {
            if (scope.kubernetesName().equals(settings.topologyManagerScope())) return scope;
        }
        reasons.add("unknown scope: \"" + settings.topologyManagerScope() + "\"");
        return TopologyManagerScope.CONTAINER;
    }

    /** Whether the closest nodes are preferred. */
    private boolean alignmentOptions() {
        var mostNodes = MOST_NODES_BY_DEFAULT;
        var closest = false;
        for (var option : new TreeMap<>(settings.topologyManagerPolicyOptions()).entrySet()) {
            switch (option.getKey()) {
                case CLOSEST_OPTION -> closest = bool(option.getKey(), option.getValue());
                case MOST_NODES_OPTION -> mostNodes = mostNodes(option.getValue());
                default -> reasons.add("unknown Topology Manager Policy option: \"" + option.getKey() + "\"");
            }
        }
        if (closest && !machine.knowsDistances()) {
            reasons.add("cannot discover NUMA topology: error getting NUMA distances from cadvisor");
        }
        if (machine.allNodes().size() > mostNodes) {
            reasons.add("unsupported on machines with more than " + mostNodes + " NUMA Nodes");
        }
        return closest;
    }

    private int mostNodes(String value) {
        if (!value.matches("[+-]?\\d{1,9}")) {
            reasons.add("unable to convert policy option to integer \"" + MOST_NODES_OPTION
                    + "\": strconv.Atoi: parsing \"" + value + "\": invalid syntax");
            return Integer.MAX_VALUE;
        }
        var most = Integer.parseInt(value);
        if (most < MOST_NODES_BY_DEFAULT) {
            reasons.add("the minimum value of \"" + MOST_NODES_OPTION + "\" should not be less than "
                    + MOST_NODES_BY_DEFAULT);
            return Integer.MAX_VALUE;
        }
        return most;
    }

    private boolean bool(String option, String value) {
        return switch (value) {
            case "1", "t", "T", "TRUE", "true", "True" -> true;
            case "0", "f", "F", "FALSE", "false", "False" -> false;
            default -> {
                reasons.add("bad value for option \"" + option + "\": strconv.ParseBool: parsing \"" + value
                        + "\": invalid syntax");
                yield false;
            }
        };
    }

    private Set<CpuOption> cpuOptions(boolean pinsCpus, TopologyManagerPolicy alignment) {
        var given = new TreeMap<>(settings.cpuManagerPolicyOptions());
        if (!pinsCpus && !given.isEmpty()) {
            reasons.add("None policy: received unsupported options=map"
                    + given.toString()
                            .replace('{', '[')
                            .replace('}', ']')
                            .replace("=", ":")
                            .replace(", ", " "));
            return Set.of();
        }
        var options = EnumSet.noneOf(CpuOption.class);
        for (var entry : given.entrySet()) {
            var found = named(entry.getKey());
            if (found.isEmpty()) {
                reasons.add("unknown CPU Manager Policy option: \"" + entry.getKey() + "\"");
                continue;
            }
            var option = found.getFirst();
            if (!mayBeUsed(option)) continue;
            if (bool(entry.getKey(), entry.getValue())) options.add(option);
        }
        reportConflicts(options, alignment);
        return options;
    }

    private static List<CpuOption> named(String name) {
        return EnumSet.allOf(CpuOption.class).stream()
                .filter(option -> option.kubernetesName().equals(name))
                .toList();
    }

    private boolean mayBeUsed(CpuOption option) {
        var word = switch (option.group()) {
            case GA -> "";
            case BETA -> gates.isOn(Gate.CPU_MANAGER_POLICY_BETA_OPTIONS) ? "" : "Beta";
            case ALPHA -> gates.isOn(Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS) ? "" : "Alpha";
        };
        if (word.isEmpty()) return true;
        reasons.add("CPU Manager Policy " + word + "-level Options not enabled, but option \"" + option.kubernetesName()
                + "\" provided");
        return false;
    }

    private void reportConflicts(Set<CpuOption> options, TopologyManagerPolicy alignment) {
        for (var pair : EXCLUSIVE_PAIRS) {
            if (!options.containsAll(pair)) continue;
            reasons.add("static policy options " + pair.getFirst().kubernetesName() + " and "
                    + pair.getLast().kubernetesName() + " can not be used at the same time");
        }
        if (!options.contains(CpuOption.ALIGN_BY_SOCKET)) return;
        if (alignment == TopologyManagerPolicy.SINGLE_NUMA_NODE) {
            reasons.add("Topolgy manager single-numa-node policy is incompatible with CPUManager align-by-socket policy"
                    + " option");
        }
        if (machine.sockets() > machine.nodesWithCpus()) {
            reasons.add(
                    "Align by socket is not compatible with hardware where number of sockets are more than number of"
                            + " NUMA");
        }
    }

    private CpuSet reservedCpus(Set<CpuOption> options) {
        if (!settings.reservedSystemCpus().isEmpty()) return namedCpus(settings.reservedSystemCpus());
        var count = settings.reservedCpu().value();
        if (count <= 0) {
            reasons.add("[cpumanager] unable to determine reserved CPU resources for static policy");
            return CpuSet.EMPTY;
        }
        var bounded = (int) Math.min(count, Integer.MAX_VALUE);
        return switch (new CpuPicker(machine, options).take(machine.cpus(), bounded)) {
            case Taken.Cpus(var cpus) -> cpus;
            case Taken.Failed(var reason) -> {
                reasons.add("[cpumanager] unable to reserve the required amount of CPUs: " + reason);
                yield CpuSet.EMPTY;
            }
        };
    }

    private CpuSet namedCpus(String list) {
        return switch (CpuSet.parse(list)) {
            case CpuSet.Parsed.Refused(var reason) -> {
                reasons.add("reserved-cpus: " + reason);
                yield CpuSet.EMPTY;
            }
            case CpuSet.Parsed.Accepted(var cpus) -> {
                if (!cpus.isSubsetOf(machine.cpus())) {
                    reasons.add("reserved-cpus: " + cpus + " is not a subset of online-cpus: " + machine.cpus());
                }
                yield cpus;
            }
        };
    }

    private Map<Integer, Map<ResourceName, Long>> reservedMemory() {
        var reserved = new HashMap<Integer, Map<ResourceName, Long>>();
        var memory = Quantity.ZERO;
        for (var reservation : new TreeMap<>(settings.reservedMemory()).entrySet()) {
            int node = reservation.getKey();
            if (!machine.allNodes().contains(node)) {
                reasons.add("the reserved memory configuration references a NUMA node " + node
                        + " that does not exist on this machine");
                continue;
            }
            var bytes = new HashMap<ResourceName, Long>();
            for (var entry : reservation.getValue().toMap().entrySet()) {
                if (entry.getValue().isZero()) {
                    reasons.add("invalid configuration: reserved memory may not be zero for NUMA node " + node
                            + " and resource \"" + entry.getKey() + "\"");
                }
                bytes.put(entry.getKey(), entry.getValue().value());
            }
            memory = memory.plus(reservation.getValue().amount(ResourceName.MEMORY));
            reserved.put(node, Map.copyOf(bytes));
        }
        if (memory.isZero() && reasons.isEmpty()) {
            reasons.add("[memorymanager] you should specify the system reserved memory");
        }
        return reserved;
    }
}
