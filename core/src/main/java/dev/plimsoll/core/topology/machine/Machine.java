package dev.plimsoll.core.topology.machine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * The CPUs and NUMA nodes of one node, with the sets that follow from where each CPU sits.
 *
 * <p>The averages per core, socket and cache are those that the placement rules use: on machines with cores of unlike
 * thread counts they are rounded down.
 */
public final class Machine {
    private final NavigableMap<Integer, LogicalCpu> cpus = new TreeMap<>();
    private final NavigableMap<Integer, NumaNode> nodes = new TreeMap<>();
    private final CpuSet all;
    private final NavigableMap<Integer, CpuSet> byNode;
    private final NavigableMap<Integer, CpuSet> bySocket;
    private final NavigableMap<Integer, CpuSet> byCore;
    private final NavigableMap<Integer, CpuSet> byCacheGroup;
    private final NodeMask allNodes;
    private final boolean knowsDistances;

    private Machine(List<LogicalCpu> cpus, List<NumaNode> nodes) {
        for (var cpu : cpus) this.cpus.put(cpu.id(), cpu);
        for (var node : nodes) this.nodes.put(node.id(), node);
        all = CpuSet.collect(cpus.stream().mapToInt(LogicalCpu::id));
        byNode = grouped(cpus, LogicalCpu::node);
        bySocket = grouped(cpus, LogicalCpu::socket);
        byCore = grouped(cpus, LogicalCpu::core);
        byCacheGroup = grouped(cpus, LogicalCpu::cacheGroup);
        allNodes = NodeMask.of(nodes.stream().mapToInt(NumaNode::id).toArray());
        var highest = this.nodes.lastKey();
        knowsDistances = nodes.stream().allMatch(node -> node.distances().size() > highest);
    }

    private static NavigableMap<Integer, CpuSet> grouped(List<LogicalCpu> cpus, ToIntFunction<LogicalCpu> element) {
        var members = new TreeMap<Integer, List<Integer>>();
        for (var cpu : cpus) {
            members.computeIfAbsent(element.applyAsInt(cpu), _ -> new ArrayList<>())
                    .add(cpu.id());
        }
        var sets = new TreeMap<Integer, CpuSet>();
        members.forEach((id, ids) -> sets.put(id, CpuSet.collect(ids.stream().mapToInt(Integer::intValue))));
        return sets;
    }

    /** A machine, or why the description is none. */
    public sealed interface Described {
        record Known(Machine machine) implements Described {}

        record Refused(String reason) implements Described {}
    }

    /** Checks that every CPU is there once and sits on a node that exists. */
    public static Described of(List<LogicalCpu> cpus, List<NumaNode> nodes) {
        if (cpus.isEmpty()) return new Described.Refused("could not detect number of cpus");
        var ids = new HashSet<Integer>();
        for (var cpu : cpus) {
            if (!ids.add(cpu.id())) return new Described.Refused("cpus provided are not unique");
        }
        var nodeIds = new HashSet<Integer>();
        for (var node : nodes) {
            if (!nodeIds.add(node.id())) return new Described.Refused("NUMA node " + node.id() + " is described twice");
        }
        for (var cpu : cpus) {
            if (nodeIds.contains(cpu.node())) continue;
            return new Described.Refused(
                    "CPU " + cpu.id() + " sits on NUMA node " + cpu.node() + ", which does not exist");
        }
        return new Described.Known(new Machine(cpus, nodes));
    }

    public CpuSet cpus() {
        return all;
    }

    public LogicalCpu cpu(int id) {
        var found = cpus.get(id);
        if (found == null) throw new IllegalArgumentException("unknown CPU ID: " + id);
        return found;
    }

    public List<NumaNode> nodes() {
        return List.copyOf(nodes.values());
    }

    public NodeMask allNodes() {
        return allNodes;
    }

    /** CPUs by NUMA node; nodes without CPUs are absent. */
    public Map<Integer, CpuSet> cpusByNode() {
        return byNode;
    }

    public Map<Integer, CpuSet> cpusBySocket() {
        return bySocket;
    }

    public Map<Integer, CpuSet> cpusByCore() {
        return byCore;
    }

    public Map<Integer, CpuSet> cpusByCacheGroup() {
        return byCacheGroup;
    }

    public CpuSet cpusOfNodes(NodeMask mask) {
        var cpus = CpuSet.EMPTY;
        for (var entry : byNode.entrySet()) {
            if (mask.contains(entry.getKey())) cpus = cpus.union(entry.getValue());
        }
        return cpus;
    }

    /** All CPUs of every socket that has a CPU on one of the nodes. */
    public CpuSet cpusOfSocketsTouching(NodeMask mask) {
        return wholeElements(bySocket, cpusOfNodes(mask));
    }

    /** The CPUs with all their sibling threads. */
    public CpuSet withSiblings(CpuSet cpus) {
        return wholeElements(byCore, cpus);
    }

    private static CpuSet wholeElements(Map<Integer, CpuSet> elements, CpuSet touched) {
        var whole = CpuSet.EMPTY;
        for (var element : elements.values()) {
            if (element.intersects(touched)) whole = whole.union(element);
        }
        return whole;
    }

    public NodeMask nodesOf(CpuSet cpus) {
        var bits = 0L;
        for (var entry : byNode.entrySet()) {
            if (entry.getValue().intersects(cpus)) bits |= 1L << entry.getKey();
        }
        return new NodeMask(bits);
    }

    public int socketsTouchedBy(NodeMask mask) {
        var cpus = cpusOfNodes(mask);
        return (int) bySocket.values().stream().filter(cpus::intersects).count();
    }

    /** Nodes that have CPUs. */
    public int nodesWithCpus() {
        return byNode.size();
    }

    public int sockets() {
        return bySocket.size();
    }

    public int cpusPerCore() {
        return cpus.size() / byCore.size();
    }

    public int cpusPerSocket() {
        return cpus.size() / bySocket.size();
    }

    public int cpusPerCacheGroup() {
        return cpus.size() / byCacheGroup.size();
    }

    /** Whether every node tells its distance to every other. */
    public boolean knowsDistances() {
        return knowsDistances;
    }

    /** From node to node; only where {@link #knowsDistances()}. */
    public int distance(int from, int to) {
        var node = nodes.get(from);
        if (node == null) throw new IllegalArgumentException("unknown NUMA node: " + from);
        return node.distances().get(to);
    }
}
