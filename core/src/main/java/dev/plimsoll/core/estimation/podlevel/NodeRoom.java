package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Collection;

/**
 * What the nodes of a cluster could ever give one pod. A pod that fits no node would wait for ever, so a recommendation is held
 * to the node that takes most of it away least.
 */
public final class NodeRoom {
    private NodeRoom() {}

    /**
     * The room that a pod of this size is held to: absent where it fits some node as it is, or where there are no nodes.
     *
     * @param rooms what each node has for pods, without what every one of its kind has to run anyway
     */
    public static ResourceAmounts bound(Collection<ResourceAmounts> rooms, ResourceAmounts wanted) {
        var best = ResourceAmounts.ABSENT;
        var kept = -1.0;
        for (var room : rooms) {
            var part = kept(room, wanted);
            if (part >= 1) return ResourceAmounts.ABSENT;
            if (part > kept) {
                kept = part;
                best = room;
            }
        }
        return best;
    }

    /** The part of a wish that a room has space for, by the resource that is shortest. */
    private static double kept(ResourceAmounts room, ResourceAmounts wanted) {
        var least = 1.0;
        for (var compute : Compute.ALL) {
            var asked = compute.unitsOf(wanted);
            if (asked > 0) least = Math.min(least, (double) compute.unitsOf(room) / asked);
        }
        return least;
    }
}
