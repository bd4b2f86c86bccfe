package dev.plimsoll.core.topology.memory;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.hints.Enough;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.hints.Preference;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiFunction;

/**
 * The nodes that could give a request, and the ones that do.
 *
 * <p>Nodes that give a block together stay together: a set of several nodes can only be a group that exists, or nodes that
 * have given nothing yet. So the possible sets are (1) single nodes that have given alone, (2) existing groups, (3) any
 * nodes that have given nothing and together have enough. The preferred size is the smallest that could hold the request if
 * nothing had been given.
 */
public final class MemoryChoice {
    private final MemoryLedger ledger;
    private final MemoryReuse reuse;
    private final SortedMap<ResourceName, Long> request;
    private final List<NodeMask> assigned;
    private final Enough unassigned;

    public MemoryChoice(MemoryLedger ledger, MemoryReuse reuse, SortedMap<ResourceName, Long> request) {
        this.ledger = ledger;
        this.reuse = reuse;
        this.request = request;
        this.assigned = assignedMembers();
        this.unassigned = unassignedMembers();
    }

    /** The nodes of a block, or the sentence that says why there are none. */
    public sealed interface Chosen {
        record Nodes(NodeMask nodes) implements Chosen {}

        record Failed(String reason) implements Chosen {}
    }

    private List<NodeMask> assignedMembers() {
        var candidates = new LinkedHashSet<NodeMask>();
        for (var node : ledger.nodes().values()) {
            if (node.isAssigned()) candidates.add(node.cells());
        }
        return candidates.stream().filter(this::isAssignedMember).toList();
    }

    private boolean isAssignedMember(NodeMask mask) {
        if (mask.stream()
                .anyMatch(id ->
                        ledger.node(id).isAssigned() && !ledger.node(id).cells().equals(mask))) return false;
        return request.entrySet().stream().allMatch(wanted -> {
            var resource = wanted.getKey();
            return ledger.allocatable(mask, resource) >= wanted.getValue()
                    && ledger.free(mask, resource) + reuse.of(mask, resource) >= wanted.getValue();
        });
    }

    private Enough unassignedMembers() {
        var nodes = 0L;
        for (var entry : ledger.nodes().entrySet()) {
            if (!entry.getValue().isAssigned()) nodes |= 1L << entry.getKey();
        }
        return enough(
                new NodeMask(nodes), (node, resource) -> node.table(resource).free());
    }

    private Enough enough(NodeMask nodes, BiFunction<NodeMemory, ResourceName, Long> amount) {
        var dimensions = new ArrayList<Enough.Dimension>();
        for (var wanted : request.entrySet()) {
            var amounts = new long[NodeMask.MOST_NODES];
            ledger.nodes().forEach((id, node) -> amounts[id] = amount.apply(node, wanted.getKey()));
            dimensions.add(new Enough.Dimension(amounts, wanted.getValue()));
        }
        return new Enough(nodes, NodeMask.NONE, dimensions);
    }

    private int preferredSize() {
        var nodes = 0L;
        for (var id : ledger.nodes().keySet()) nodes |= 1L << id;
        var capacity = enough(
                new NodeMask(nodes), (node, resource) -> node.table(resource).allocatable());
        var narrowest = capacity.narrowestWith(0);
        return narrowest == 0 ? ledger.nodes().size() : Long.bitCount(narrowest);
    }

    private boolean isPossible() {
        return !assigned.isEmpty() || unassigned.isPossible();
    }

    /**
     * The hints, one list for each resource. Where no nodes can give the request this is indifference, not refusal, so that
     * the pod meets its error when the memory is allocated.
     */
    public HintList hints() {
        if (!isPossible()) return HintList.INDIFFERENT;
        return new HintList.Family(assigned, unassigned, Preference.ofSize(preferredSize()), request.size());
    }

    /** The nodes that the request comes from, given what all resources agreed on. */
    public Chosen choose(Hint agreed) {
        var nodes = agreed.nodes();
        if (nodes.isEmpty()) {
            nodes = narrowestWith(NodeMask.NONE);
            if (nodes.isEmpty()) return new Chosen.Failed(NO_NODES);
            if (agreed.preferred() && nodes.size() != preferredSize()) return new Chosen.Failed(DEFAULT_NOT_PREFERRED);
        }
        if (!haveFree(nodes)) {
            nodes = narrowestWith(nodes);
            if (nodes.isEmpty()) return new Chosen.Failed(CANNOT_EXTEND);
            if (agreed.preferred() && nodes.size() != preferredSize()) return new Chosen.Failed(EXTENDED_NOT_PREFERRED);
        }
        return ledger.wouldSplitGroup(nodes) ? new Chosen.Failed(SPLITS_GROUP) : new Chosen.Nodes(nodes);
    }

    private static final String NO_NODES =
            "[memorymanager] failed to get the default NUMA affinity, no NUMA nodes with enough memory is available";
    private static final String DEFAULT_NOT_PREFERRED = "[memorymanager] failed to find the default preferred hint";
    private static final String CANNOT_EXTEND =
            "[memorymanager] failed to find NUMA nodes to extend the current topology hint";
    private static final String EXTENDED_NOT_PREFERRED = "[memorymanager] failed to find the extended preferred hint";
    private static final String SPLITS_GROUP = "[memorymanager] preferred hint violates NUMA node allocation";

    private boolean haveFree(NodeMask nodes) {
        return request.entrySet().stream().allMatch(wanted -> ledger.free(nodes, wanted.getKey()) >= wanted.getValue());
    }

    /** The narrowest possible set that holds all of {@code included}; empty where there is none. */
    private NodeMask narrowestWith(NodeMask included) {
        var best = new NodeMask(unassigned.narrowestWith(included.bits()));
        for (var member : assigned) {
            if (member.containsAll(included) && (best.isEmpty() || member.compareTo(best) < 0)) best = member;
        }
        return best;
    }
}
