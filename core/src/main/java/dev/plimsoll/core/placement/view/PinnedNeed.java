package dev.plimsoll.core.placement.view;

import java.util.List;

/**
 * What a Guaranteed pod with whole CPUs wants for itself alone where its node pins CPUs and memory.
 *
 * @param pod all of it together
 * @param containers each container that wants whole CPUs
 */
public record PinnedNeed(Piece pod, List<Piece> containers) {
    /** CPUs in whole, and bytes. */
    public record Piece(long cpus, long memory) {}

    public PinnedNeed {
        containers = List.copyOf(containers);
    }
}
