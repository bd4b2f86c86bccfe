package dev.plimsoll.cli.watch;

import java.util.List;

/** The cluster at one moment. */
record ClusterSnapshot(List<NodeRow> nodes, List<PodRow> pods) {
    ClusterSnapshot {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
    }

    long resizing() {
        return pods.stream().filter(PodRow::isResizing).count();
    }
}
