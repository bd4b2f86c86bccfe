package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PinnedNeed;
import dev.plimsoll.core.placement.view.PinnedNeed.Piece;
import java.util.List;

/**
 * Whether the resource managers of a node could admit a pod that wants CPUs for itself, by what the node says they have free.
 *
 * <p>It refuses only what no policy could admit: each piece that must come from one NUMA node needs one with that much free, and
 * pieces that are placed one after the other are given the emptiest first. A node that says nothing is not judged.
 */
final class NumaFit implements NodeFilter {
    private final PinnedNeed need;

    NumaFit(PinnedNeed need) {
        this.need = need;
    }

    @Override
    public Plugin plugin() {
        return Plugin.NODE_RESOURCE_TOPOLOGY;
    }

    @Override
    public boolean admits(NodeTable table, int row, Findings findings) {
        var zones = table.node(row).zones();
        if (zones.zones().isEmpty() || couldAdmit(zones)) return true;
        findings.refuse(row, plugin(), Reasons.NUMA);
        return false;
    }

    private boolean couldAdmit(NumaZones node) {
        var pieces = node.wholePod() ? List.of(need.pod()) : need.containers();
        return switch (node.alignment()) {
            case ANY -> isEnoughTogether(node, pieces);
            case RESTRICTED -> isEnoughTogether(node, pieces) && eachFits(node, pieces, true);
            case SINGLE_NUMA_NODE -> eachFits(node, pieces, false);
        };
    }

    private static boolean isEnoughTogether(NumaZones node, List<Piece> pieces) {
        var free = node.zones().stream().mapToLong(NumaZones.Zone::freeCpus).sum();
        return pieces.stream().mapToLong(Piece::cpus).sum() <= free;
    }

    /** One by one, as the node would; where several NUMA nodes are allowed only a piece that could ever fit into one counts. */
    private static boolean eachFits(NumaZones node, List<Piece> pieces, boolean largeOnesMaySpread) {
        for (var piece : pieces) {
            var ever = false;
            var now = false;
            for (var zone : node.zones()) {
                if (piece.cpus() <= zone.cpus() && piece.memory() <= zone.memory()) ever = true;
                if (piece.cpus() <= zone.freeCpus() && piece.memory() <= zone.freeMemory()) now = true;
            }
            if (!now && (ever || !largeOnesMaySpread)) return false;
        }
        return true;
    }
}
