package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.topology.ManagersState;
import dev.plimsoll.core.topology.ResourceManagers;

/** The resource managers of a node, as it published them: how they decide, and what they have given. */
public record PublishedManagers(ResourceManagers resourceManagers, ManagersState state) {
    public boolean holds(String uid) {
        return state.cpus().pods().containsKey(uid) || state.memory().pods().containsKey(uid);
    }
}
