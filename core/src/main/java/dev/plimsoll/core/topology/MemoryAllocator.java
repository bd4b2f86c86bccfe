package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.memory.MemoryChoice;
import dev.plimsoll.core.topology.memory.MemoryReuse;
import dev.plimsoll.core.topology.state.MemoryState;
import dev.plimsoll.core.topology.state.PodMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Memory while one pod is placed: what it could get, and step by step what it has got.
 *
 * <p>What init containers had is reused by the later containers of the pod: they are charged only for what goes beyond, and
 * the blocks of the init containers shrink by what was taken over.
 */
final class MemoryAllocator implements ResourceAllocator {
    private final PodClaim pod;
    private MemoryState state;
    private MemoryReuse reuse = MemoryReuse.NOTHING;

    MemoryAllocator(PodClaim pod, MemoryState state) {
        this.pod = pod;
        this.state = state;
    }

    MemoryState state() {
        return state;
    }

    private PodMemory own() {
        return state.pod(pod.uid());
    }

    @Override
    public ManagerCounts.Manager manager() {
        return ManagerCounts.Manager.MEMORY;
    }

    @Override
    public boolean has(ContainerClaim container) {
        return !own().of(container.name()).isEmpty();
    }

    @Override
    public boolean isPodDue() {
        return pod.isGuaranteed() && !pod.memory().isEmpty() && own().pool().isEmpty();
    }

    @Override
    public boolean isDue(ContainerClaim container) {
        return pod.isGuaranteed() && !pod.isIgnored() && !container.memory().isEmpty();
    }

    @Override
    public HintList hints(ContainerClaim container) {
        if (!isDue(container) || !container.isMemoryCountable()) return HintList.INDIFFERENT;
        var blocks = own().of(container.name());
        return blocks.isEmpty() ? possible(container.memory()) : of(blocks, container.memory());
    }

    @Override
    public HintList podHints() {
        if (!pod.isGuaranteed() || pod.isIgnored()) return HintList.INDIFFERENT;
        if (pod.isPodLevel() && emptySharedPool().isPresent()) return HintList.UNSATISFIABLE;
        if (pod.memory().isEmpty()) return HintList.INDIFFERENT;
        if (!own().pool().isEmpty()) return of(own().pool(), pod.memory());
        for (var container : pod.containers()) {
            var blocks = own().of(container.name());
            if (!blocks.isEmpty()) return of(blocks, pod.memory());
        }
        return possible(pod.memory());
    }

    private HintList possible(SortedMap<ResourceName, Long> request) {
        return new MemoryChoice(state.ledger(), reuse, request).hints();
    }

    /** The hint of blocks that exist, if they are what is asked for; else none. */
    private static HintList of(List<MemoryBlock> blocks, SortedMap<ResourceName, Long> request) {
        var sizes = new TreeMap<ResourceName, Long>();
        for (var block : blocks) sizes.put(block.resource(), block.bytes());
        if (!sizes.equals(request)) return HintList.INDIFFERENT;
        return new HintList.Listed(List.of(new Hint(blocks.getFirst().nodes(), true)));
    }

    @Override
    public Optional<TopologyRefusal> emptySharedPool() {
        return pod.isGuaranteed() ? new SharedPoolCheck(pod).memory() : Optional.empty();
    }

    @Override
    public Optional<TopologyRefusal> allocate(ContainerClaim container, Hint agreed) {
        if (!isDue(container)) return Optional.empty();
        if (!container.isMemoryCountable()) {
            return Optional.of(TopologyRefusal.unexpected(
                    "[memorymanager] failed to represent quantity as int64", Rule.MEMORY_NOT_COUNTABLE));
        }
        var existing = own().of(container.name());
        if (!existing.isEmpty()) {
            updateReuse(container, existing);
            return Optional.empty();
        }
        return switch (new MemoryChoice(state.ledger(), reuse, container.memory()).choose(agreed)) {
            case MemoryChoice.Chosen.Failed(var reason) ->
                Optional.of(TopologyRefusal.unexpected(reason, Rule.NO_MEMORY));
            case MemoryChoice.Chosen.Nodes(var nodes) -> {
                take(container, nodes);
                yield Optional.empty();
            }
        };
    }

    private void take(ContainerClaim container, NodeMask nodes) {
        var ledger = state.ledger();
        for (var wanted : container.memory().entrySet()) {
            var charged = Math.max(0, wanted.getValue() - reuse.of(nodes, wanted.getKey()));
            ledger = ledger.charged(nodes, wanted.getKey(), charged);
        }
        var blocks = MemoryDivision.blocks(nodes, container.memory());
        updateReuse(container, blocks);
        state = state.withLedger(ledger).with(pod.uid(), own().with(container.name(), blocks));
        for (var block : blocks) shrinkInitBlocks(container, block);
    }

    private void updateReuse(ContainerClaim container, List<MemoryBlock> blocks) {
        reuse = container.isInit() ? reuse.leaving(blocks) : reuse.using(blocks);
    }

    /** What the block takes over from init containers before its own is no longer theirs. */
    private void shrinkInitBlocks(ContainerClaim taker, MemoryBlock taken) {
        var left = taken.bytes();
        for (var container : pod.containers()) {
            if (container.equals(taker)) return;
            if (!container.isInit()) continue;
            var shrunk = new ArrayList<MemoryBlock>();
            for (var block : own().of(container.name())) {
                var isSame = block.resource().equals(taken.resource())
                        && block.nodes().equals(taken.nodes());
                var part = isSame ? Math.min(left, block.bytes()) : 0;
                left -= part;
                shrunk.add(block.reducedBy(part));
            }
            if (!shrunk.isEmpty()) state = state.with(pod.uid(), own().with(container.name(), shrunk));
        }
    }

    @Override
    public Optional<TopologyRefusal> allocatePod(Hint agreed) {
        if (!isPodDue()) return Optional.empty();
        var emptyPool = emptySharedPool();
        if (emptyPool.isPresent()) return emptyPool;
        return switch (new MemoryChoice(state.ledger(), reuse, pod.memory()).choose(agreed)) {
            case MemoryChoice.Chosen.Failed(var reason) ->
                Optional.of(TopologyRefusal.unexpected(reason, Rule.NO_MEMORY));
            case MemoryChoice.Chosen.Nodes(var nodes) -> {
                var pool = MemoryDivision.blocks(nodes, pod.memory());
                var divided = new PodMemory(pool, new MemoryDivision(pod, nodes).containers());
                state = state.withLedger(state.ledger().charged(pool)).with(pod.uid(), divided);
                yield Optional.empty();
            }
        };
    }

    @Override
    public void forget() {
        for (var container : pod.containers()) state = state.without(pod.uid(), container.name());
    }
}
