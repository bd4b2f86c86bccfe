package dev.plimsoll.apiserver.flowcontrol;

import java.util.List;

/**
 * Divides the seats of the server among the levels: each has its nominal part, lends what it does not need and borrows what others do
 * not need, within its bounds. KEP-1040, "Dispatching".
 */
final class ConcurrencyAllocation {
    private static final int STEPS = 64;

    private ConcurrencyAllocation() {}

    /**
     * One level.
     *
     * @param lowest what it keeps, however little it needs
     * @param highest what it may have, however much it needs
     * @param recentPeak the most that it wanted lately
     * @param smoothed what it wants, without the peaks
     */
    record Claim(int lowest, int nominal, int highest, int recentPeak, double smoothed) {
        /** What it must have now: up to its nominal part nobody may keep from it what it needs. */
        double due() {
            return Math.max(lowest, Math.min(nominal, recentPeak));
        }

        private double at(double factor) {
            return Math.min(highest, Math.max(due(), Math.max(due(), smoothed) * factor));
        }
    }

    /** How many seats the whole server has for a share of all shares. */
    static int nominal(int server, int shares, int allShares) {
        return allShares == 0 ? 0 : (int) Math.ceilDiv((long) server * shares, allShares);
    }

    /** The seats of each; together as many as the server has, unless the bounds do not let them. */
    static int[] divide(int server, List<Claim> claims) {
        var low = 0.0;
        var high = Math.max(1.0, server);
        for (var step = 0; step < STEPS; step++) {
            var middle = (low + high) / 2;
            var sum = 0.0;
            for (var claim : claims) sum += claim.at(middle);
            if (sum > server) high = middle;
            else low = middle;
        }
        var seats = new int[claims.size()];
        for (var i = 0; i < seats.length; i++)
            seats[i] = (int) Math.round(claims.get(i).at(low));
        return seats;
    }
}
