package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.state.ManagersState;

/** The resource managers of a node, as it published them: how they decide, and what they have given. */
public record PublishedManagers(ResourceManagers resourceManagers, ManagersState state) {
    public boolean holds(String uid) {
        return state.cpus().pods().containsKey(uid) || state.memory().pods().containsKey(uid);
    }

    /**
     * Whether a resize changes what the managers decide about a pod that they have not admitted yet. Its place was chosen for the old
     * size: that it fits the node says nothing of the new one, whether that is larger or smaller.
     */
    public boolean decideOtherwise(Pod before, Pod after) {
        var pinned = PinnedPod.of(before);
        var resized = PinnedPod.of(after);
        if (pinned == null || resized == null || pinned.equals(resized)) return false;
        var uid = before.metadata().uid();
        return concern(pinned.withUid(uid)) || concern(resized.withUid(uid));
    }

    /** Whether an empty node would give the pod anything of its own, or refuse it. */
    private boolean concern(Pod pod) {
        return switch (resourceManagers.admit(resourceManagers.initialState(), pod)) {
            case TopologyAdmission.Admitted(var after, var _) ->
                new PublishedManagers(resourceManagers, after)
                        .holds(pod.metadata().uid());
            case TopologyAdmission.Refused _ -> true;
        };
    }
}
