package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One answer from the hints of all resources: the best way to choose one set from each list.
 *
 * <p>Goal: the very answer that weighing every combination would give, without listing combinations. A combination's nodes
 * are the intersection of the chosen sets; it is preferred if all chosen sets are preferred and the same. Preferred beats
 * not preferred; among the preferred the fittest wins; among the rest see {@link Narrowness}.
 *
 * <p>Steps: (1) the fittest set that is a preferred member of every list, by {@link PreferredSearch}; (2) if there is none,
 * the best intersection: over all subsets of the nodes where these are few ({@link DenseIntersections}), else by search
 * ({@link SparseIntersections}); (3) if every intersection is empty, all nodes, not preferred.
 */
public final class HintMerge {
    /** 4,096 subsets are gone through in a fraction of a millisecond. */
    private static final int MOST_DENSE_NODES = 12;

    private final NodeMask allNodes;
    private final List<HintList> lists;
    private final Fitness fitness;

    /**
     * The hints to merge.
     *
     * @param allNodes every node of the machine, with or without CPUs
     */
    public HintMerge(NodeMask allNodes, List<HintList> lists, Fitness fitness) {
        this.allNodes = allNodes;
        this.lists = lists.stream()
                .filter(list -> !(list instanceof HintList.Indifferent))
                .toList();
        this.fitness = fitness;
    }

    /** The fittest preferred combination. */
    public Optional<Hint> preferred() {
        if (lists.isEmpty()) return Optional.of(new Hint(allNodes, true));
        var found = new PreferredSearch(lists, fitness).find();
        return found == 0 ? Optional.empty() : Optional.of(new Hint(new NodeMask(found), true));
    }

    /** The best combination of all. */
    public Hint best() {
        return preferred().orElseGet(this::bestNotPreferred);
    }

    Hint bestNotPreferred() {
        var constraining = lists.stream()
                .filter(list -> !(list instanceof HintList.Unsatisfiable))
                .toList();
        var found = allNodes.size() <= MOST_DENSE_NODES
                ? new DenseIntersections(allNodes, constraining, fitness).best()
                : new SparseIntersections(allNodes, constraining, fitness).best();
        return new Hint(found == 0 ? allNodes : new NodeMask(found), false);
    }

    /** The lowest single node that is a preferred member of every list. Any node where no list asks for one. */
    public Optional<Hint> onSingleNode() {
        if (lists.isEmpty()) return Optional.of(Hint.ANY);
        for (var bits = allNodes.bits(); bits != 0; bits &= bits - 1) {
            var node = Long.lowestOneBit(bits);
            if (lists.stream().allMatch(list -> PreferredSearch.prefers(list, node))) {
                var only = allNodes.size() == 1;
                return Optional.of(only ? Hint.ANY : new Hint(new NodeMask(node), true));
            }
        }
        return Optional.empty();
    }

    /** The size of the smallest member of each list; the largest of these is what a narrow enough choice may have. */
    static int narrowEnough(List<HintList> lists) {
        var size = 0;
        for (var list : lists) size = Math.max(size, smallestSize(list));
        return size;
    }

    private static int smallestSize(HintList list) {
        return switch (list) {
            case HintList.Indifferent _, HintList.Unsatisfiable _ -> 0;
            case HintList.Listed(var hints) ->
                hints.stream().mapToInt(hint -> hint.nodes().size()).min().orElse(0);
            case HintList.Family family -> {
                var sizes = new ArrayList<Integer>();
                for (var fixed : family.fixed()) sizes.add(fixed.size());
                var narrowest = family.enough().narrowestWith(0);
                if (narrowest != 0) sizes.add(Long.bitCount(narrowest));
                yield sizes.stream().mapToInt(Integer::intValue).min().orElse(0);
            }
        };
    }
}
