package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The merge by its definition: lists every hint of every resource and weighs every combination. */
public final class SlowMerge {
    private final NodeMask allNodes;
    private final Fitness fitness;
    private final List<List<Hint>> lists = new ArrayList<>();
    private int narrowEnough;
    private @Nullable Hint best;

    public SlowMerge(NodeMask allNodes, List<HintList> lists, Fitness fitness) {
        this.allNodes = allNodes;
        this.fitness = fitness;
        for (var list : lists) {
            var copies = list instanceof HintList.Family family ? family.copies() : 1;
            for (var i = 0; i < copies; i++) this.lists.add(listed(allNodes, list));
        }
    }

    /** All hints of a list; any node, preferred, for one that does not care, and not preferred for one that has none. */
    public static List<Hint> listed(NodeMask allNodes, HintList list) {
        return switch (list) {
            case HintList.Indifferent _ -> List.of(new Hint(NodeMask.NONE, true));
            case HintList.Unsatisfiable _ -> List.of(new Hint(NodeMask.NONE, false));
            case HintList.Listed(var hints) -> hints;
            case HintList.Family family -> {
                var hints = new ArrayList<Hint>();
                for (var mask = allNodes.bits(); mask != 0; mask = (mask - 1) & allNodes.bits()) {
                    if (family.contains(mask))
                        hints.add(
                                new Hint(new NodeMask(mask), family.preference().isMet(mask)));
                }
                yield hints;
            }
        };
    }

    Hint best() {
        for (var list : lists) {
            var smallest = list.stream()
                    .filter(hint -> !hint.isAny())
                    .mapToInt(hint -> hint.nodes().size())
                    .min()
                    .orElse(0);
            narrowEnough = Math.max(narrowEnough, smallest);
        }
        combine(0, allNodes.bits(), 0, true);
        return best == null ? new Hint(allNodes, false) : best;
    }

    /** The policy single-numa-node: the same merge over preferred hints of one node. */
    Hint onSingleNode() {
        for (var i = 0; i < lists.size(); i++) {
            lists.set(
                    i,
                    lists.get(i).stream()
                            .filter(hint -> hint.preferred()
                                    && (hint.isAny() || hint.nodes().size() == 1))
                            .toList());
        }
        var found = best();
        return found.nodes().equals(allNodes) ? new Hint(NodeMask.NONE, found.preferred()) : found;
    }

    private void combine(int index, long intersection, long common, boolean preferred) {
        if (intersection == 0) return;
        if (index == lists.size()) {
            weigh(new Hint(new NodeMask(intersection), preferred));
            return;
        }
        for (var hint : lists.get(index)) {
            var mask = hint.nodes().bits();
            if (hint.isAny()) {
                combine(index + 1, intersection, common, preferred && hint.preferred());
            } else {
                var same = common == 0 || common == mask;
                combine(index + 1, intersection & mask, mask, preferred && hint.preferred() && same);
            }
        }
    }

    private void weigh(Hint candidate) {
        if (best == null || isBetter(candidate, best)) best = candidate;
    }

    private boolean isBetter(Hint candidate, Hint than) {
        if (candidate.preferred() != than.preferred()) return candidate.preferred();
        var mask = candidate.nodes().bits();
        var other = than.nodes().bits();
        if (candidate.preferred()) return fitness.isFitter(mask, other);
        return new Narrowness(narrowEnough, fitness).isBetter(mask, other);
    }
}
