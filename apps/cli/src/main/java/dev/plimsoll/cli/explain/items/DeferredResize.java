package dev.plimsoll.cli.explain.items;

import dev.plimsoll.core.resize.admission.Holders;
import java.util.List;

/**
 * A resize that waits for room, with the pods that have it, as far as the user may see them.
 *
 * @param node the pod's node
 */
public record DeferredResize(String node, List<Part> parts) {
    public DeferredResize {
        parts = List.copyOf(parts);
    }

    /**
     * One resource that is missing.
     *
     * @param amount how much of it is missing
     * @param holders those that the user may see
     * @param hidden how many other pods hold some of it that the user may not see
     */
    public record Part(String amount, Holders holders, int hidden) {
        public String resource() {
            return holders.resource().text();
        }

        /** Pods that the user may see and that are not among the largest. */
        public int others() {
            return holders.count() - holders.largest().size();
        }
    }
}
