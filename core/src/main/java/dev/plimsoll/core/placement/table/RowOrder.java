package dev.plimsoll.core.placement.table;

import dev.plimsoll.core.placement.view.PlacementNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order in which nodes are looked at: one of each zone in turn, those of a zone as they came. */
final class RowOrder {
    private RowOrder() {}

    static int[] of(@Nullable PlacementNode[] nodes, List<Integer> arrival) {
        var zones = new LinkedHashMap<String, List<Integer>>();
        for (var row : arrival) {
            var node = nodes[row];
            if (node != null)
                zones.computeIfAbsent(node.zoneKey(), _ -> new ArrayList<>()).add(row);
        }
        var order = new int[arrival.size()];
        var count = 0;
        for (var turn = 0; count < order.length; turn++) {
            for (var zone : zones.values()) if (turn < zone.size()) order[count++] = zone.get(turn);
        }
        return order;
    }
}
