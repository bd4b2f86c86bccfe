package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ControllerCache.Target;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.List;

/** One object: its history, and what it is like in this round. */
final class TrackedVpa {
    private final String uid;
    final UsageHistory history;
    /** When its status was written, in our time. */
    long writtenAt = Long.MIN_VALUE;
    /** It is gone, or somebody else's, unless each round says otherwise. */
    VpaObject vpa;

    Target target = new Target.Unsupported("");
    List<AutoscaledPod> pods = List.of();

    TrackedVpa(VpaObject vpa, UsageHistory history) {
        this.uid = vpa.uid();
        this.vpa = vpa;
        this.history = history;
    }

    boolean isOf(VpaObject now) {
        return uid.equals(now.uid());
    }
}
