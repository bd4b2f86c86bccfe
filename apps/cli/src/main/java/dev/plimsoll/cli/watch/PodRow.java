package dev.plimsoll.cli.watch;

import java.util.Comparator;

/**
 * A pod of the view.
 *
 * @param resize how far its resize is, in a word; empty where none is on its way
 * @param why what its node says about that
 * @param cpus those that it has for itself; empty where it shares all
 */
record PodRow(
        String namespace,
        String name,
        String node,
        String phase,
        boolean isPodLevel,
        States cpu,
        States memory,
        String resize,
        String why,
        String cpus) {
    static final Comparator<PodRow> BY_NAME =
            Comparator.comparing(PodRow::namespace).thenComparing(PodRow::name);

    boolean isResizing() {
        return !resize.isEmpty();
    }
}
