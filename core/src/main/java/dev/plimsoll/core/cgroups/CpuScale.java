package dev.plimsoll.core.cgroups;

/**
 * Conversions between CPU in thousandths, cgroup v1 shares, cgroup v2 weights and CFS quotas.
 *
 * <p>The way through a weight loses precision, so a value read back is compared with {@link #roundTripShares} of what was
 * written, never with the original.
 */
public final class CpuScale {
    public static final long MIN_SHARES = 2;
    public static final long MAX_SHARES = 262_144;
    public static final long PERIOD = 100_000;
    public static final long MIN_QUOTA = 1_000;
    /** A quota of this value means that there is none. */
    public static final long NO_QUOTA = -1;

    private static final long MIN_WEIGHT = 1;
    private static final long MAX_WEIGHT = 10_000;

    private CpuScale() {}

    public static long shares(long milli) {
        if (milli <= 0) return MIN_SHARES;
        if (milli >= MAX_SHARES * 1000 / 1024) return MAX_SHARES;
        return Math.max(MIN_SHARES, milli * 1024 / 1000);
    }

    /** Thousandths that these shares stand for, rounded up. */
    public static long milliOfShares(long shares) {
        return shares < MIN_SHARES ? 0 : (shares * 1000 + 1023) / 1024;
    }

    /** Microseconds of CPU per period; 0 where there is no limit. */
    public static long quota(long milli, long period) {
        if (milli == 0) return 0;
        var product = milli * period;
        var fits = Math.multiplyHigh(milli, period) == product >> 63;
        return Math.max(fits ? product / 1000 : Long.MAX_VALUE / 1000, MIN_QUOTA);
    }

    public static long milliOfQuota(long quota, long period) {
        return quota == NO_QUOTA || period <= 0 ? 0 : quota * 1000 / period;
    }

    /** The weight that pod and QoS cgroups get: linear between the ends of both scales. */
    public static long linearWeight(long shares) {
        if (shares >= MAX_SHARES) return MAX_WEIGHT;
        return MIN_WEIGHT + (Math.max(shares, MIN_SHARES) - MIN_SHARES) * (MAX_WEIGHT - 1) / (MAX_SHARES - MIN_SHARES);
    }

    public static long sharesOfLinearWeight(long weight) {
        return (weight - MIN_WEIGHT) * (MAX_SHARES - MIN_SHARES) / (MAX_WEIGHT - 1) + MIN_SHARES;
    }

    /** What reading back gives after {@code shares} were written as a weight. */
    public static long roundTripShares(long shares) {
        return sharesOfLinearWeight(linearWeight(shares));
    }

    /**
     * The weight that current OCI runtimes (runc from 1.3.2, crun from 1.23) give a container: a curve through 1 for the
     * least, 100 for 1024 and 10000 for the most shares. Zero means that no weight is set.
     */
    public static long curvedWeight(long shares) {
        if (shares == 0) return 0;
        if (shares <= MIN_SHARES) return MIN_WEIGHT;
        if (shares >= MAX_SHARES) return MAX_WEIGHT;
        var log = Math.log((double) shares) / Math.log(2);
        var exponent = (log * log + 125 * log) / 612.0 - 7.0 / 34.0;
        return (long) Math.ceil(Math.pow(10, exponent));
    }

    /** The text of {@code cpu.max}. */
    public static String cpuMax(long quota, long period) {
        return (quota <= 0 ? "max" : Long.toString(quota)) + " " + period;
    }
}
