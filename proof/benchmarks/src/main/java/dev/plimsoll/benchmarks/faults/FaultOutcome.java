package dev.plimsoll.benchmarks.faults;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is true after all faults.
 *
 * @param acknowledged config maps of which a server said that they were written
 * @param lost of them, that are not there; null where the servers do not tell
 * @param doubled pods that were told of as new twice, or bound twice
 * @param outOfOrder changes that were told of after a newer one
 * @param pods of the Deployment
 */
record FaultOutcome(int acknowledged, @Nullable Integer lost, int doubled, int outOfOrder, long pods) {
    boolean isGood() {
        return lost != null && lost == 0 && doubled == 0 && outOfOrder == 0 && pods == SteadyLoad.REPLICAS;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "config maps acknowledged %d, lost %s; pods seen twice or bound twice %d; events out of order %d; pods of the Deployment %d of %d",
                acknowledged,
                lost == null ? "unknown" : lost,
                doubled,
                outOfOrder,
                pods,
                SteadyLoad.REPLICAS);
    }
}
