package dev.plimsoll.core.topology.hints;

import java.util.ArrayList;
import java.util.List;

/**
 * The fittest set of nodes that is a preferred member of every list.
 *
 * <p>Cases: (1) a list that cannot be satisfied: none; (2) a list that names its sets: only those can be it; (3) families
 * only: (3a) the fixed sets of each, (3b) the sets that have enough of everything at once. A family prefers one size, so
 * families of different sizes have nothing in common, except that one that aligns sockets also takes other sizes.
 */
final class PreferredSearch {
    private final List<HintList> lists;
    private final Fitness fitness;
    private long best;

    PreferredSearch(List<HintList> lists, Fitness fitness) {
        this.lists = lists;
        this.fitness = fitness;
    }

    static boolean prefers(HintList list, long mask) {
        return switch (list) {
            case HintList.Indifferent _ -> true;
            case HintList.Unsatisfiable _ -> false;
            case HintList.Listed(var hints) ->
                hints.stream().anyMatch(hint -> hint.preferred() && hint.nodes().bits() == mask);
            case HintList.Family family -> family.preference().isMet(mask) && family.contains(mask);
        };
    }

    /** 0 where there is none. */
    long find() {
        var families = new ArrayList<HintList.Family>();
        for (var list : lists) {
            switch (list) {
                case HintList.Indifferent _ -> {}
                case HintList.Unsatisfiable _ -> {
                    return 0;
                }
                case HintList.Listed listed -> {
                    considerListed(listed);
                    return best;
                }
                case HintList.Family family -> families.add(family);
            }
        }
        for (var family : families) {
            for (var fixed : family.fixed()) consider(fixed.bits());
        }
        considerEnough(families);
        return best;
    }

    private void considerListed(HintList.Listed listed) {
        for (var hint : listed.hints()) {
            var mask = hint.nodes().bits();
            // Fitness first: it costs less than asking every other list.
            if (hint.preferred() && (best == 0 || fitness.isFitter(mask, best))) consider(mask);
        }
    }

    private void consider(long mask) {
        if (best != 0 && !fitness.isFitter(mask, best)) return;
        for (var list : lists) {
            if (!prefers(list, mask)) return;
        }
        best = mask;
    }

    private void considerEnough(List<HintList.Family> families) {
        var common = Enough.intersection(
                families.stream().map(HintList.Family::enough).toList());
        if (!common.isPossible()) return;
        for (var size = Math.max(1, common.required().size());
                size <= common.within().size();
                size++) {
            var wanted = size;
            if (families.stream().anyMatch(family -> cannotPrefer(family.preference(), wanted))) continue;
            var search =
                    new SubsetSearch(common.within().bits(), common.required().bits(), size, fitness);
            var enough = new EnoughProspect(List.of(common), common.within().bits(), size);
            var found = search.find((chosen, undecided, missing) ->
                    socketsAllow(families, chosen, wanted, missing) && enough.isOpen(chosen, undecided, missing));
            if (found != 0) {
                consider(found);
                return;
            }
        }
    }

    private static boolean cannotPrefer(Preference preference, int size) {
        return preference.dependsOnSizeOnly() && preference.size() != size;
    }

    private static boolean socketsAllow(List<HintList.Family> families, long chosen, int size, int missing) {
        for (var family : families) {
            var preference = family.preference();
            if (preference.size() == size) continue;
            var touched = preference.socketsTouched(chosen);
            if (touched > preference.sockets() || (missing == 0 && touched != preference.sockets())) return false;
        }
        return true;
    }
}
