package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.state.MemoryState;
import dev.plimsoll.core.topology.state.PodMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A running pod whose pinned memory changes. Memory never moves: a block grows or shrinks on the nodes that it is on, and a
 * pod that is placed as one divides its changed total anew.
 */
final class MemoryResize {
    private final PodClaim after;
    private MemoryState state;

    MemoryResize(PodClaim after, MemoryState state) {
        this.after = after;
        this.state = state;
    }

    MemoryState state() {
        return state;
    }

    /** Empty where it was done. */
    Optional<ResizeRefusal> run() {
        var own = state.pod(after.uid());
        if (own.pool().isEmpty()) return resizeContainers();
        var emptyPool = new SharedPoolCheck(after).memory();
        if (emptyPool.isPresent()) return Optional.of(ResizeRefusal.never(emptyPool.get()));
        var pool = new ArrayList<MemoryBlock>();
        var refusal = resize(own.pool(), after.memory(), pool);
        if (refusal.isPresent()) return refusal;
        var divided = new MemoryDivision(after, pool.getFirst().nodes()).containers();
        divided.keySet().retainAll(own.containers().keySet());
        state = state.with(after.uid(), new PodMemory(pool, divided));
        return Optional.empty();
    }

    private Optional<ResizeRefusal> resizeContainers() {
        for (var container : after.containers()) {
            var own = state.pod(after.uid()).of(container.name());
            // An init container's block was shrunk by what later ones took over; it is not resized on its own.
            if (own.isEmpty() || container.isInit()) continue;
            var blocks = new ArrayList<MemoryBlock>();
            var refusal = resize(own, container.memory(), blocks);
            if (refusal.isPresent()) return refusal;
            state = state.with(after.uid(), state.pod(after.uid()).with(container.name(), blocks));
        }
        return Optional.empty();
    }

    private Optional<ResizeRefusal> resize(
            List<MemoryBlock> own, SortedMap<ResourceName, Long> wanted, List<MemoryBlock> resized) {
        for (var block : own) {
            var bytes = wanted.getOrDefault(block.resource(), block.bytes());
            var refusal = fits(block.nodes(), block.resource(), bytes - block.bytes());
            if (refusal.isPresent()) return refusal;
            state = state.withLedger(state.ledger().adjusted(block.nodes(), block.resource(), bytes - block.bytes()));
            resized.add(new MemoryBlock(block.nodes(), block.resource(), bytes));
        }
        return Optional.empty();
    }

    private Optional<ResizeRefusal> fits(NodeMask nodes, ResourceName resource, long more) {
        var ledger = state.ledger();
        if (more <= ledger.free(nodes, resource)) return Optional.empty();
        var text = "NUMA nodes " + nodes + " have " + ledger.free(nodes, resource) + " bytes of " + resource + " free, "
                + more + " more are asked for";
        return Optional.of(
                more > ledger.allocatable(nodes, resource)
                        ? ResizeRefusal.never(text, Rule.NO_MEMORY)
                        : ResizeRefusal.later(text, Rule.NO_MEMORY));
    }
}
