package dev.plimsoll.benchmarks.faults;

import java.util.List;

/** What a cluster does under the load, by kind. */
record WorkProgress(Progress writes, Progress bindings, Progress starts, Progress replacements) {
    static WorkProgress none() {
        return new WorkProgress(new Progress(), new Progress(), new Progress(), new Progress());
    }

    List<Progress> kinds() {
        return List.of(writes, bindings, starts, replacements);
    }

    /** Whether work of every kind was done since then. */
    boolean isDoneSince(long nanos) {
        return kinds().stream().allMatch(kind -> kind.isMadeSince(nanos));
    }
}
