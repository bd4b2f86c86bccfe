package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The admission that a node will run, run on what it published.
 *
 * <p>Pods that were bound to the node and that its managers do not know yet are admitted first, in the order of their bindings.
 * Bindings may reach the node in another order. So a pod is let through only if it is admitted after all of them, and if in no other
 * order any of them loses its place ({@link ArrivalOrders}).
 *
 * <p>Pods that the managers know and that are about to go, or are gone from the API, may be there or not when the pod arrives. A node with more
 * room may refuse what one with less admits: fewer NUMA nodes are then enough for it, and it is not given more. So the pod has to be
 * admitted whichever of them are gone.
 */
final class ManagersFit {
    /** Each doubles what is played through. Where more are about to go, the pod waits until the node has told. */
    private static final int MOST_LEAVING = 3;

    private final ResourceManagers resourceManagers;
    private final ManagersState published;
    private final List<PlacementPod> coming = new ArrayList<>();
    private final List<String> leaving;

    ManagersFit(PublishedManagers managers, List<PlacementPod> onNode, Set<String> taken) {
        this.resourceManagers = managers.resourceManagers();
        var state = managers.state();
        for (var uid : taken) if (managers.holds(uid)) state = resourceManagers.remove(state, uid);
        this.published = state;
        var gone = new TreeSet<>(state.uids());
        for (var other : onNode) {
            var isDeleting = other.schedulingStatus().isDeleting();
            if (!isDeleting) gone.remove(other.key().uid());
            // What is being deleted and holds nothing has given it back, or never got anything.
            if (!isDeleting
                    && other.pinned() != null
                    && !managers.holds(other.key().uid())) coming.add(other);
        }
        this.leaving = List.copyOf(gone);
    }

    /** Empty where the node would take the pod. */
    String reasonAgainst(String uid, PinnedPod pinned) {
        var reason = reasonAgainst(uid, pinned, published);
        if (!reason.isEmpty() || leaving.isEmpty() || !isGivenSomething(uid, pinned)) return reason;
        if (leaving.size() > MOST_LEAVING) return Reasons.NUMA_IN_PROGRESS;
        for (var chosen = 1; chosen < 1 << leaving.size(); chosen++) {
            var state = published;
            for (var i = 0; i < leaving.size(); i++)
                if ((chosen >> i & 1) == 1) state = resourceManagers.remove(state, leaving.get(i));
            if (!reasonAgainst(uid, pinned, state).isEmpty()) return Reasons.NUMA_IN_PROGRESS;
        }
        return "";
    }

    private boolean isGivenSomething(String uid, PinnedPod pinned) {
        return resourceManagers.admit(resourceManagers.initialState(), pinned.withUid(uid))
                        instanceof TopologyAdmission.Admitted(var after, var _)
                ? after.uids().contains(uid)
                : true;
    }

    private String reasonAgainst(String uid, PinnedPod pinned, ManagersState state) {
        var orders = new ArrivalOrders(resourceManagers, state);
        var last = state;
        for (var other : coming) {
            var asked = other.pinned();
            if (asked == null) continue;
            var pod = asked.withUid(other.key().uid());
            switch (resourceManagers.admit(last, pod)) {
                case TopologyAdmission.Admitted(var after, var _) -> {
                    // What gets nothing to itself takes nothing from others, whenever it comes.
                    if (!after.uids().contains(other.key().uid())) continue;
                    last = after;
                    orders.add(asked, pod, true);
                }
                case TopologyAdmission.Refused _ -> orders.add(asked, pod, false);
            }
        }
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
