package dev.plimsoll.core.topology;

import java.util.List;

/** What a node starts from after a restart. */
public sealed interface Restored {
    /**
     * Pods keep what they had.
     *
     * @param healed what was put right on the way, for the log; empty where machine and settings are as they were
     */
    record Ready(NodeState state, List<String> healed) implements Restored {
        public Ready {
            healed = List.copyOf(healed);
        }
    }

    /** Some pod has what the machine or the settings no longer allow; the reasons name those that must go first. */
    record Refused(List<String> reasons) implements Restored {
        public Refused {
            reasons = List.copyOf(reasons);
        }
    }
}
