package dev.plimsoll.store.embedded.log;

/**
 * Numbers that stand for many rows. A chain stands for all rows up to a revision, in their order; the sum of weights stands for a
 * set of rows. They find accidents, as checksums do, not forgeries.
 */
public final class Chain {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private Chain() {}

    /** Of a store without rows. */
    public static long start(long store) {
        return mixed(store);
    }

    public static long next(long chain, long revision, long checksum) {
        return mixed(chain + weight(revision, checksum));
    }

    public static long weight(long revision, long checksum) {
        return mixed(revision * GOLDEN ^ checksum);
    }

    /** The finalizer of SplitMix64: each bit of the input changes about half of those of the output. */
    private static long mixed(long value) {
        var z = value + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
