package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.List;
import java.util.Set;

/**
 * The admission that a node will run, run on what it published.
 *
 * <p>Pods that were bound to the node and that its managers do not know yet are admitted first, in the order of their bindings.
 * Bindings may reach the node in another order. So a pod is let through only if it is admitted after all of them, and if in no other
 * order any of them loses its place ({@link ArrivalOrders}).
 */
final class ManagersFit {
    private final ResourceManagers resourceManagers;
    private final ArrivalOrders orders;
    /** After all that are on their way. */
    private ManagersState last;

    ManagersFit(PublishedManagers managers, List<PlacementPod> onNode, Set<String> taken) {
        this.resourceManagers = managers.resourceManagers();
        var state = managers.state();
        for (var uid : taken) if (managers.holds(uid)) state = resourceManagers.remove(state, uid);
        this.orders = new ArrivalOrders(resourceManagers, state);
        this.last = state;
        for (var other : onNode) {
            var pinned = other.pinned();
            // What is being deleted and holds nothing has given it back, or never got anything.
            if (pinned == null
                    || managers.holds(other.key().uid())
                    || other.schedulingStatus().isDeleting()) continue;
            arrive(pinned, pinned.withUid(other.key().uid()));
        }
    }

    private void arrive(PinnedPod pinned, Pod pod) {
        switch (resourceManagers.admit(last, pod)) {
            case TopologyAdmission.Admitted(var after, var _) -> {
                // What gets nothing to itself takes nothing from others, whenever it comes.
                if (!after.uids().contains(pod.metadata().uid())) return;
                last = after;
                orders.add(pinned, pod, true);
            }
            case TopologyAdmission.Refused _ -> orders.add(pinned, pod, false);
        }
    }

    /** Empty where the node would take the pod. */
    String reasonAgainst(String uid, PinnedPod pinned) {
        var pod = pinned.withUid(uid);
        return switch (resourceManagers.admit(last, pod)) {
            case TopologyAdmission.Refused(var refusal) -> Reasons.refusedByManagers(refusal);
            case TopologyAdmission.Admitted(var after, var _) -> {
                if (!after.uids().contains(uid)) yield "";
                orders.add(pinned, pod, true);
                yield orders.allAdmit() ? "" : Reasons.NUMA_IN_PROGRESS;
            }
        };
    }
}
