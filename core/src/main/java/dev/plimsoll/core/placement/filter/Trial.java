package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.List;

/** One node on which pods are taken away and put back, to see whether another would then fit. The real table stays as it is. */
public final class Trial {
    private final NodeTable node;
    private final Filters filters;
    private final PlacementPod pod;
    private final List<PlacementPod> nominated;

    /** Of a row of a table. */
    public Trial(NodeTable table, int row, Filters filters, PlacementPod pod) {
        this.node = table.single(row);
        this.filters = filters.copy();
        this.pod = pod;
        this.nominated = nominated(table, row, pod);
    }

    /** The pods for which room is being made on a node, and which go before or beside this one. */
    public static List<PlacementPod> nominated(NodeTable table, int row, PlacementPod pod) {
        if (table.nominations().isEmpty()) return List.of();
        return table.nominations().on(table.node(row).name()).stream()
                .filter(other -> other.priority() >= pod.priority()
                        && !other.key().uid().equals(pod.key().uid()))
                .toList();
    }

    public List<PlacementPod> pods() {
        return node.pods(0);
    }

    public void put(PlacementPod other) {
        var here = other.on(node.node(0).name());
        node.add(here);
        filters.moved(node.node(0), here, 1);
    }

    public void take(PlacementPod other) {
        if (node.remove(other)) filters.moved(node.node(0), other, -1);
    }

    /** Whether the pod fits, with those for whom room is being made and without them. */
    public boolean admits() {
        return reasonsAgainst().reasons(0).isEmpty();
    }

    /** What speaks against the pod, under row 0. */
    public FilterResults reasonsAgainst() {
        var findings = new FilterResults(node.capacity());
        if (!nominated.isEmpty()) {
            for (var other : nominated) put(other);
            var admitted = filters.admit(node, 0, findings);
            for (var other : nominated) take(other.on(node.node(0).name()));
            if (!admitted) return findings;
        }
        filters.admit(node, 0, findings);
        return findings;
    }

    public PlacementPod pod() {
        return pod;
    }
}
