package dev.plimsoll.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plays histories, and makes those that end badly shorter. */
final class Playback {
    private static final int MOST_TRIES = 600;

    private final Set<Area> areas;
    private final Mutation mutation;
    private long steps;
    private long pods;
    private long managerRefusals;
    private long resizes;
    private long resizesOnNodes;

    Playback(Set<Area> areas, Mutation mutation) {
        this.areas = areas;
        this.mutation = mutation;
    }

    /** How many steps were played. */
    long steps() {
        return steps;
    }

    /** How many pods were in the clusters at their ends. */
    long pods() {
        return pods;
    }

    long resizes() {
        return resizes;
    }

    long resizesOnNodes() {
        return resizesOnNodes;
    }

    long managerRefusals() {
        return managerRefusals;
    }

    /** What was wrong, with the number of the step after which it was; the end has the number after the last. */
    record Violation(int step, String what) {
        String kind() {
            return what.substring(0, what.indexOf(':'));
        }
    }

    /** Null if all went well. */
    @Nullable
    Violation play(History history) {
        try (var cluster = new SimulatedCluster(history.nodes(), areas, mutation)) {
            var invariants = new ClusterInvariants(cluster, areas);
            var number = 0;
            for (var step : history.steps()) {
                cluster.perform(step);
                steps++;
                var found = invariants.check();
                if (found != null) return new Violation(number, found);
                number++;
            }
            cluster.calm();
            pods += cluster.api().pods().size();
            managerRefusals += invariants.managerRefusals();
            resizes += cluster.resizes();
            resizesOnNodes += cluster.resizesOnNodes();
            var found = invariants.check();
            return found == null ? null : new Violation(number, found);
        }
    }

    /** The shortest history found that ends in the same kind of violation: steps are left out, many at a time, then one by one. */
    History shortest(History history, Violation violation) {
        var kept = new ArrayList<>(
                history.steps().subList(0, Math.min(history.steps().size(), violation.step() + 1)));
        var tries = 0;
        for (var size = Math.max(1, kept.size() / 2); size >= 1; size = size == 1 ? 0 : size / 2) {
            for (var at = 0; at < kept.size() && tries < MOST_TRIES; ) {
                tries++;
                var without = new ArrayList<Step>(kept.subList(0, at));
                without.addAll(kept.subList(Math.min(kept.size(), at + size), kept.size()));
                var found = play(history.with(without));
                if (found != null && found.kind().equals(violation.kind())) kept = without;
                else at += size;
            }
        }
        return history.with(kept);
    }

    /** Which of a history's steps are in a shorter one of it, as their numbers. */
    static List<Integer> numbers(History history, History shorter) {
        var numbers = new ArrayList<Integer>();
        var at = 0;
        for (var i = 0; i < history.steps().size() && at < shorter.steps().size(); i++) {
            if (!history.steps().get(i).equals(shorter.steps().get(at))) continue;
            numbers.add(i);
            at++;
        }
        return numbers;
    }
}
