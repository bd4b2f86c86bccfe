package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The best intersection of one member of each list, on machines whose nodes have too many subsets to go through.
 *
 * <p>Steps: (1) every way to choose among fixed and listed sets gives a frame that the intersection must lie in, with the
 * families that may still choose freely; few exist. (2) Sizes are tried in the order of {@link Narrowness}; at each size
 * the fittest set over all frames is searched, and the first size with one wins.
 */
final class SparseIntersections {
    private final NodeMask allNodes;
    private final List<HintList> lists;
    private final Fitness fitness;

    SparseIntersections(NodeMask allNodes, List<HintList> lists, Fitness fitness) {
        this.allNodes = allNodes;
        this.lists = lists;
        this.fitness = fitness;
    }

    /** Sets of nodes inside {@code bounds}, where each of the families leaves nodes out as far as it can. */
    private record Frame(long bounds, List<Enough> families) {
        Frame within(long mask) {
            return new Frame(bounds & mask, families);
        }

        Frame with(Enough family, int copies) {
            var more = new ArrayList<>(families);
            for (var i = 0; i < copies; i++) more.add(family);
            return new Frame(bounds, List.copyOf(more));
        }
    }

    /** 0 where all intersections are empty. */
    long best() {
        var frames = frames();
        var narrowEnough = HintMerge.narrowEnough(lists);
        var effort = new Exclusions.Effort();
        for (var size = narrowEnough; size >= 1; size--) {
            var found = fittest(frames, size, effort);
            if (found != 0) return found;
        }
        for (var size = narrowEnough + 1; size <= allNodes.size(); size++) {
            var found = fittest(frames, size, effort);
            if (found != 0) return found;
        }
        return 0;
    }

    private List<Frame> frames() {
        var frames = List.of(new Frame(allNodes.bits(), List.of()));
        for (var list : lists) {
            var next = new LinkedHashSet<Frame>();
            for (var frame : frames) {
                switch (list) {
                    case HintList.Indifferent _, HintList.Unsatisfiable _ -> next.add(frame);
                    case HintList.Listed(var hints) ->
                        hints.forEach(hint -> next.add(frame.within(hint.nodes().bits())));
                    case HintList.Family family -> {
                        for (var fixed : family.fixed()) next.add(frame.within(fixed.bits()));
                        if (family.enough().isPossible()) next.add(frame.with(family.enough(), family.copies()));
                    }
                }
            }
            frames = next.stream().filter(frame -> frame.bounds != 0).toList();
        }
        return frames;
    }

    private long fittest(List<Frame> frames, int size, Exclusions.Effort effort) {
        var best = 0L;
        for (var frame : frames) {
            var candidates = frame.bounds;
            for (var family : frame.families) candidates &= family.within().bits();
            if (Long.bitCount(candidates) < size) continue;
            var exclusions = new Exclusions(frame.families, candidates, effort);
            var found = new SubsetSearch(candidates, 0, size, fitness).find(exclusions);
            if (found != 0 && (best == 0 || fitness.isFitter(found, best))) best = found;
        }
        return best;
    }
}
