package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.state.ManagersState;

/** The resource managers of a node, as it published them: how they decide, and what they have given. */
public record PublishedManagers(ResourceManagers resourceManagers, ManagersState state) {
    public boolean holds(String uid) {
        return state.cpus().pods().containsKey(uid) || state.memory().pods().containsKey(uid);
    }
}
