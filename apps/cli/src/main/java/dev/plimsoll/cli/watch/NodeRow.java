package dev.plimsoll.cli.watch;

import java.util.List;

/**
 * A node of the view: what it has for pods, and what they hold of it.
 *
 * @param zones its NUMA nodes, where it tells of them
 */
record NodeRow(String name, boolean isReady, Share cpu, Share memory, int pods, List<Zone> zones) {
    NodeRow {
        zones = List.copyOf(zones);
    }

    record Share(long held, long whole) {}

    record Zone(Share cpu, Share memory) {}
}
