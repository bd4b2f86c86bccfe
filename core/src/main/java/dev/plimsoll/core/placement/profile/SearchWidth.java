package dev.plimsoll.core.placement.profile;

/** How many nodes that would do are looked for before the best of them is taken. */
public final class SearchWidth {
    private static final int ALWAYS_ALL = 100;
    private static final int LEAST_NODES = 100;
    private static final int LEAST_PERCENT = 5;

    private SearchWidth() {}

    /**
     * The number to find.
     *
     * @param percent 0 for one that falls with the size of the cluster
     */
    public static int of(int nodes, int percent) {
        if (nodes < ALWAYS_ALL || percent >= 100) return nodes;
        var share = percent > 0 ? percent : Math.max(LEAST_PERCENT, 50 - nodes / 125);
        return (int) Math.max(LEAST_NODES, (long) nodes * share / 100);
    }
}
