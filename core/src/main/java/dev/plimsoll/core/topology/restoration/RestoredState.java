package dev.plimsoll.core.topology.restoration;

import dev.plimsoll.core.topology.state.ManagersState;
import java.util.List;
import java.util.Set;

/** What a node starts from after a restart. */
public sealed interface RestoredState {
    /**
     * Running pods keep what they had.
     *
     * @param healed what was put right on the way, for people; empty where machine and settings are as they were
     * @param settled uids of running pods of which it is known what they have, be it nothing: they are not placed again
     */
    record Ready(ManagersState state, List<String> healed, Set<String> settled) implements RestoredState {
        public Ready {
            healed = List.copyOf(healed);
            settled = Set.copyOf(settled);
        }
    }

    /** Some running pod has what the machine or the settings no longer allow; the reasons name those that must go first. */
    record Refused(List<String> reasons) implements RestoredState {
        public Refused {
            reasons = List.copyOf(reasons);
        }
    }
}
