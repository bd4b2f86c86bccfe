package dev.plimsoll.core.topology.memory;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What every NUMA node has and has given.
 *
 * <p>A block of several nodes is taken from the lowest first and given back to the lowest first, so that what one node of a
 * group has given may move to another of the group; the sums of a group stay right.
 */
public record MemoryLedger(NavigableMap<Integer, NodeMemory> nodes) {
    /** Where memory is not pinned. */
    public static final MemoryLedger NONE = new MemoryLedger(new TreeMap<>());

    public MemoryLedger {
        nodes = Collections.unmodifiableNavigableMap(new TreeMap<>(nodes));
    }

    /** A ledger, or why the reservation cannot be made. */
    public sealed interface Opened {
        record Ledger(MemoryLedger ledger) implements Opened {}

        record Refused(String reason) implements Opened {}
    }

    /** Of a machine with nothing given yet. */
    public static Opened open(Machine machine, Map<Integer, ? extends Map<ResourceName, Long>> reserved) {
        var nodes = new TreeMap<Integer, NodeMemory>();
        for (var node : machine.nodes()) {
            Map<ResourceName, Long> kept = reserved.containsKey(node.id()) ? reserved.get(node.id()) : Map.of();
            var tables = new TreeMap<ResourceName, MemoryTable>();
            var inPages = 0L;
            for (var pages : node.hugePageBytes().entrySet()) {
                var system = kept.getOrDefault(pages.getKey(), 0L);
                inPages += pages.getValue();
                tables.put(pages.getKey(), MemoryTable.unused(pages.getValue(), system, pages.getValue() - system));
            }
            var system = kept.getOrDefault(ResourceName.MEMORY, 0L);
            var left = node.memoryBytes() - system - inPages;
            tables.put(ResourceName.MEMORY, MemoryTable.unused(node.memoryBytes(), system, left));
            for (var table : tables.entrySet()) {
                if (table.getValue().allocatable() >= 0) continue;
                return new Opened.Refused("[memorymanager] NUMA node " + node.id() + " has less " + table.getKey()
                        + " than is reserved on it");
            }
            nodes.put(node.id(), new NodeMemory(0, NodeMask.of(node.id()), tables));
        }
        return new Opened.Ledger(new MemoryLedger(nodes));
    }

    NodeMemory node(int id) {
        var found = nodes.get(id);
        if (found == null) throw new IllegalArgumentException("unknown NUMA node: " + id);
        return found;
    }

    public long free(NodeMask mask, ResourceName resource) {
        return sum(mask, resource, MemoryTable::free);
    }

    public long allocatable(NodeMask mask, ResourceName resource) {
        return sum(mask, resource, MemoryTable::allocatable);
    }

    private long sum(NodeMask mask, ResourceName resource, ToLongFunction<MemoryTable> column) {
        return mask.stream()
                .mapToLong(id -> column.applyAsLong(node(id).table(resource)))
                .sum();
    }

    /** Takes one more block of the nodes, of which {@code bytes} are newly charged: less than its size where it reuses. */
    public MemoryLedger charged(NodeMask mask, ResourceName resource, long bytes) {
        var changed = new TreeMap<>(nodes);
        var left = bytes;
        for (var id : mask.toList()) {
            var node = node(id);
            var part = Math.min(node.table(resource).free(), left);
            left -= part;
            changed.put(
                    id,
                    node.with(node.assignments() + 1, mask)
                            .with(resource, node.table(resource).reserving(part)));
        }
        return new MemoryLedger(changed);
    }

    public MemoryLedger charged(List<MemoryBlock> blocks) {
        var ledger = this;
        for (var block : blocks) ledger = ledger.charged(block.nodes(), block.resource(), block.bytes());
        return ledger;
    }

    /** Gives blocks back. */
    public MemoryLedger released(List<MemoryBlock> blocks) {
        var ledger = this;
        for (var block : blocks) ledger = ledger.released(block);
        return ledger;
    }

    private MemoryLedger released(MemoryBlock block) {
        var changed = new TreeMap<>(nodes);
        var left = block.bytes();
        for (var id : block.nodes().toList()) {
            var node = node(id);
            var part = Math.min(node.table(block.resource()).reserved(), left);
            left -= part;
            var assignments = node.assignments() - 1;
            changed.put(
                    id,
                    node.with(assignments, assignments == 0 ? NodeMask.of(id) : node.cells())
                            .with(block.resource(), node.table(block.resource()).reserving(-part)));
        }
        return new MemoryLedger(changed);
    }

    /** Adds to (or, below zero, takes from) what blocks of these nodes have, without a new block. */
    public MemoryLedger adjusted(NodeMask mask, ResourceName resource, long bytes) {
        var changed = new TreeMap<>(nodes);
        var left = bytes;
        for (var id : mask.toList()) {
            var table = node(id).table(resource);
            var part = left > 0 ? Math.min(table.free(), left) : Math.max(-table.reserved(), left);
            left -= part;
            changed.put(id, node(id).with(resource, table.reserving(part)));
        }
        return new MemoryLedger(changed);
    }

    /** Whether a block of these nodes would cut across one that exists. A single node is always allowed. */
    boolean wouldSplitGroup(NodeMask mask) {
        if (mask.size() < 2) return false;
        return mask.stream()
                .anyMatch(id -> node(id).isAssigned() && !node(id).cells().equals(mask));
    }

    /**
     * The same, unless more is reserved than these blocks have. A single node's block may lie on a node of a group; giving back
     * low nodes first then takes from one node what another has given, and something is left over. Then the blocks are
     * charged anew.
     */
    public MemoryLedger balanced(List<MemoryBlock> blocks) {
        return isOverReserved(blocks) ? recharged(blocks) : this;
    }

    private boolean isOverReserved(List<MemoryBlock> blocks) {
        var all = new NodeMask(allNodeBits());
        return nodes.values().stream()
                .flatMap(node -> node.tables().keySet().stream())
                .distinct()
                .anyMatch(resource -> sum(all, resource, MemoryTable::reserved)
                        > blocks.stream()
                                .filter(block -> block.resource().equals(resource))
                                .mapToLong(MemoryBlock::bytes)
                                .sum());
    }

    /** The outcome of exactly these blocks; narrow ones come first, as they have the least choice. */
    public MemoryLedger recharged(List<MemoryBlock> blocks) {
        var sorted = new ArrayList<>(blocks);
        sorted.sort(Comparator.comparing(MemoryBlock::nodes));
        return unused().charged(sorted);
    }

    private MemoryLedger unused() {
        var unused = new TreeMap<Integer, NodeMemory>();
        nodes.forEach((id, node) -> {
            var tables = new TreeMap<ResourceName, MemoryTable>();
            node.tables().forEach((resource, table) -> tables.put(resource, table.reserving(-table.reserved())));
            unused.put(id, new NodeMemory(0, NodeMask.of(id), tables));
        });
        return new MemoryLedger(unused);
    }

    /** Whether every node has as many assignments as blocks, and every group has given what its blocks have. */
    public boolean isOutcomeOf(List<MemoryBlock> blocks) {
        for (var entry : nodes.entrySet()) {
            int id = entry.getKey();
            var node = entry.getValue();
            var own =
                    blocks.stream().filter(block -> block.nodes().contains(id)).toList();
            if (node.assignments() != own.size()) return false;
            // Cells are those of the latest block, which may be gone while others of the node are still there.
            var mayBeGrouped = !own.isEmpty() && node.cells().contains(id);
            if (!mayBeGrouped && !node.cells().equals(NodeMask.of(id))) return false;
            for (var resource : node.tables().keySet()) {
                if (!hasGiven(node.cells(), resource, blocks)) return false;
            }
        }
        return true;
    }

    /** Within a group it does not matter which node gave what; between groups that overlap only the sum of all counts. */
    private boolean hasGiven(NodeMask group, ResourceName resource, List<MemoryBlock> blocks) {
        var touching = blocks.stream()
                .filter(block -> block.resource().equals(resource))
                .filter(block -> (block.nodes().bits() & group.bits()) != 0)
                .toList();
        var overlaps = touching.stream().anyMatch(block -> !block.nodes().equals(group));
        var all = overlaps ? new NodeMask(allNodeBits()) : group;
        var expected = overlaps
                ? blocks.stream()
                        .filter(block -> block.resource().equals(resource))
                        .toList()
                : touching;
        return sum(all, resource, MemoryTable::reserved)
                == expected.stream().mapToLong(MemoryBlock::bytes).sum();
    }

    private long allNodeBits() {
        var bits = 0L;
        for (var id : nodes.keySet()) bits |= 1L << id;
        return bits;
    }

    /** Whether both are of the same machine with the same reservations, whatever they have given. */
    public boolean hasSameSizes(MemoryLedger other) {
        if (!nodes.keySet().equals(other.nodes.keySet())) return false;
        return nodes.keySet().stream().allMatch(id -> hasSameSizes(node(id), other.node(id)));
    }

    private static boolean hasSameSizes(NodeMemory mine, NodeMemory theirs) {
        if (!mine.tables().keySet().equals(theirs.tables().keySet())) return false;
        return mine.tables().keySet().stream()
                .allMatch(resource -> mine.table(resource).hasSameSizes(theirs.table(resource)));
    }
}
