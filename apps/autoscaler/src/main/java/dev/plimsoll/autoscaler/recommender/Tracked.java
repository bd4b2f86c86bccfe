package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.Controllers.Target;
import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.autoscaler.cluster.Vpa;
import java.util.List;

/** One object: its history, and what it is like in this round. */
final class Tracked {
    private final String uid;
    final History history;
    /** When its status was written, in our time. */
    long writtenAt = Long.MIN_VALUE;
    /** It is gone, or somebody else's, unless each round says otherwise. */
    Vpa vpa;

    Target target = new Target.Unsupported("");
    List<PodView> pods = List.of();

    Tracked(Vpa vpa, History history) {
        this.uid = vpa.uid();
        this.vpa = vpa;
        this.history = history;
    }

    boolean isOf(Vpa now) {
        return uid.equals(now.uid());
    }
}
