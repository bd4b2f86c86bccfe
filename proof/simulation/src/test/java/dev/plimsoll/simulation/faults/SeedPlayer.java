package dev.plimsoll.simulation.faults;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Plays seeds, and makes those that end badly smaller. */
final class SeedPlayer {
    private static final int MOST_TRIES = 60;

    private final BuiltInMistake mistake;

    SeedPlayer(BuiltInMistake mistake) {
        this.mistake = mistake;
    }

    /**
     * What came of a run.
     *
     * @param found what was wrong; null if nothing was
     * @param checks how many writes, answers and watch events were looked at
     */
    record Played(@Nullable String found, int faults, long checks, long digest, int foreignWakeups, String figures) {
        /** The name of what does not hold; empty if all does. */
        String kind() {
            return found == null ? "" : found.substring(0, Math.max(0, found.indexOf(':')));
        }
    }

    Played play(long seed, FaultSelection selection, @Nullable Consumer<String> log) {
        try (var cluster = new FaultyCluster(seed, selection, mistake, log)) {
            var found = cluster.play();
            return new Played(
                    found,
                    cluster.faults(),
                    cluster.checks(),
                    cluster.digest(),
                    cluster.foreignWakeups(),
                    cluster.figures());
        }
    }

    /**
     * A smaller run that ends in the same way.
     *
     * @param before how many faults the whole run had
     * @param faults how many are left
     */
    record Smallest(long seed, FaultSelection selection, BuiltInMistake mistake, int before, int faults, int tries) {
        String told() {
            return before + " faults made " + faults + " in " + tries + " runs; again: "
                    + new ReplayCommand(seed, selection, mistake, true).line();
        }
    }

    /**
     * The smallest part of a run found that ends in the same kind of violation: fewer faults, fewer kinds of them, less that people do.
     * Each is halved or left out for as long as the violation stays.
     */
    Smallest smallest(long seed, Played played) {
        var best = FaultSelection.ALL.most(played.faults());
        var tries = 0;
        for (var most = played.faults() / 2; tries < MOST_TRIES / 3; most /= 2) {
            tries++;
            if (!fails(seed, best.most(most), played.kind())) break;
            best = best.most(most);
            if (most == 0) break;
        }
        // Which kinds are left out of no fault makes no difference.
        for (var kind : best.most() == 0 ? new FaultKind[0] : FaultKind.values()) {
            if (tries++ >= MOST_TRIES * 2 / 3) break;
            if (fails(seed, best.without(kind), played.kind())) best = best.without(kind);
        }
        for (var actions = 64; actions > 0 && tries < MOST_TRIES; actions /= 2) {
            tries++;
            if (!fails(seed, best.actions(actions), played.kind())) break;
            best = best.actions(actions);
        }
        return new Smallest(
                seed, best, mistake, played.faults(), play(seed, best, null).faults(), tries);
    }

    private boolean fails(long seed, FaultSelection selection, String kind) {
        return play(seed, selection, null).kind().equals(kind);
    }
}
