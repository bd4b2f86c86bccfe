package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether the resource managers of a node would admit a pod, by what the node published of them. A node that says nothing is not
 * judged.
 *
 * <p>Cases: (1) the node published its managers whole: its own admission is asked; (2) it published less: only what no node could
 * admit is refused.
 */
final class NumaFit implements NodeFilter {
    private final String uid;
    private final PinnedPod pod;
    /** Pods that are taken off a node while something is played through. */
    private final Set<String> taken = new HashSet<>();

    NumaFit(String uid, PinnedPod pod) {
        this.uid = uid;
        this.pod = pod;
    }

    @Override
    public Plugin plugin() {
        return Plugin.NODE_RESOURCE_TOPOLOGY;
    }

    @Override
    public boolean admits(NodeTable table, int row, FilterResults findings) {
        var zones = table.node(row).zones();
        if (!zones.isPublished()) return true;
        var managers = zones.managersOrNull();
        var reason = managers == null
                ? ZoneFit.reasonAgainst(zones, pod.withUid(uid)) // 2
                : new ManagersFit(managers, table.pods(row), taken).reasonAgainst(uid, pod); // 1
        if (reason.isEmpty()) return true;
        findings.refuse(row, plugin(), reason);
        return false;
    }

    @Override
    public NodeFilter copy() {
        return new NumaFit(uid, pod);
    }

    @Override
    public void moved(PlacementNode node, PlacementPod other, int change) {
        if (change < 0) taken.add(other.key().uid());
        else taken.remove(other.key().uid());
    }
}
