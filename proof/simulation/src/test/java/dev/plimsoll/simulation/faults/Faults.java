package dev.plimsoll.simulation.faults;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Decides what goes wrong next, from a seed of its own, and counts. */
final class Faults {
    private final SplittableRandom random;
    private final FaultSelection selection;
    private final Consumer<String> log;
    private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
    private boolean isCalm;
    private int total;

    Faults(SplittableRandom random, FaultSelection selection, Consumer<String> log) {
        this.random = random;
        this.selection = selection;
        this.log = log;
    }

    /** From now on nothing goes wrong. */
    void calm() {
        isCalm = true;
    }

    /** Whether this goes wrong now, which happens once in so many times. */
    boolean happens(FaultKind kind, int oneIn, String where) {
        // Drawn in any case, so that a fault that is left out changes as little else as possible.
        var isDrawn = random.nextInt(oneIn) == 0;
        if (!isDrawn
                || isCalm
                || total >= selection.most()
                || selection.without().contains(kind)) return false;
        total++;
        counts.merge(kind, 1, Integer::sum);
        log.accept("fault " + total + ": " + kind + " " + where);
        return true;
    }

    /** Something to know that is no fault. */
    void tell(String what) {
        log.accept(what);
    }

    int upTo(int most) {
        return random.nextInt(most);
    }

    Duration pause(int mostMillis) {
        return Duration.ofMillis(1 + random.nextInt(mostMillis));
    }

    int total() {
        return total;
    }

    Map<FaultKind, Integer> counts() {
        return counts;
    }
}
