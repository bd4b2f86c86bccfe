package dev.plimsoll.cli.watch;

import dev.plimsoll.console.cluster.ResourceStates;
import java.util.Comparator;

/**
 * A pod of the view.
 *
 * @param status as kubectl shows it: the phase, or the reason that tells more
 * @param resize how far its resize is, in a word; empty where none is on its way
 * @param why what keeps it from running, or what its node says about its resize; empty where nothing is said
 * @param cpus those that it has for itself; empty where it shares all
 */
record PodRow(
        String namespace,
        String name,
        String node,
        String status,
        long restarts,
        String age,
        boolean isPodLevel,
        ResourceStates cpu,
        ResourceStates memory,
        String resize,
        String why,
        String cpus) {
    static final Comparator<PodRow> BY_NAME =
            Comparator.comparing(PodRow::namespace).thenComparing(PodRow::name);

    boolean isResizing() {
        return !resize.isEmpty();
    }

    boolean isWell() {
        return status.equals("Running") || status.equals("Succeeded") || status.equals("Completed");
    }

    /** How it is called in a list. */
    String label() {
        return namespace + "/" + name + (isPodLevel ? " *" : "");
    }

    boolean isSame(PodRow other) {
        return namespace.equals(other.namespace) && name.equals(other.name);
    }
}
