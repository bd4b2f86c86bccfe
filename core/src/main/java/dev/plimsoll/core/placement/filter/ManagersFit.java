package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The admission that a node will run, run on what it published.
 *
 * <p>Pods that were bound to the node and that its managers do not know yet are admitted first, in the order of their bindings.
 * Bindings may reach the node in another order. So a pod is let through only if it is admitted after all of them, and if none of
 * them loses its place should the pod come before it.
 */
final class ManagersFit {
    private final ResourceManagers resourceManagers;
    private final List<PinnedPod> coming = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    /** The state before each of the coming pods, and at the end the one after all. */
    private final List<ManagersState> states = new ArrayList<>();

    private final List<Boolean> admitted = new ArrayList<>();

    ManagersFit(PublishedManagers managers, List<PlacementPod> onNode, Set<String> taken) {
        this.resourceManagers = managers.resourceManagers();
        var state = managers.state();
        for (var uid : taken) if (managers.holds(uid)) state = resourceManagers.remove(state, uid);
        states.add(state);
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
        coming.add(pinned);
        pods.add(pod);
        switch (resourceManagers.admit(states.getLast(), pod)) {
            case TopologyAdmission.Admitted(var after, var _) -> {
                states.add(after);
                admitted.add(true);
            }
            case TopologyAdmission.Refused _ -> {
                states.add(states.getLast());
                admitted.add(false);
            }
        }
    }

    /** Empty where the node would take the pod. */
    String reasonAgainst(String uid, PinnedPod pinned) {
        var pod = pinned.withUid(uid);
        if (resourceManagers.admit(states.getLast(), pod) instanceof TopologyAdmission.Refused(var refusal)) {
            return Reasons.refusedByManagers(refusal);
        }
        for (var i = 0; i < coming.size(); i++) {
            // Before a pod of the same kind is as good as behind it.
            if (!coming.get(i).equals(pinned) && !canComeBefore(i, pod)) return Reasons.NUMA_IN_PROGRESS;
        }
        return "";
    }

    private boolean canComeBefore(int position, Pod pod) {
        if (!(resourceManagers.admit(states.get(position), pod)
                instanceof TopologyAdmission.Admitted(var state, var _))) return false;
        for (var i = position; i < pods.size(); i++) {
            switch (resourceManagers.admit(state, pods.get(i))) {
                case TopologyAdmission.Admitted(var after, var _) -> state = after;
                case TopologyAdmission.Refused _ -> {
                    if (admitted.get(i)) return false;
                }
            }
        }
        return true;
    }
}
