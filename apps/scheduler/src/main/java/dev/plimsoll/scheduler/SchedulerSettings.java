package dev.plimsoll.scheduler;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.queue.BackoffTimes;
import java.util.List;

/**
 * How a scheduler is to run.
 *
 * @param profiles one for each scheduler name whose pods it places; at least one
 * @param identity tells it from other candidates, and names it in events
 * @param alignsNuma whether nodes that could not align a pod's resources are left out, by what they publish
 * @param bindings how many may be on their way at once
 */
public record SchedulerSettings(
        FeatureGates gates,
        List<Profile> profiles,
        BackoffTimes backoff,
        Election election,
        String identity,
        boolean alignsNuma,
        int bindings) {
    public static final int DEFAULT_BINDINGS = 256;

    /** With Kubernetes' defaults, and without an election. */
    public static final SchedulerSettings ALONE = new SchedulerSettings(
            FeatureGates.DEFAULT,
            List.of(Profile.DEFAULT),
            BackoffTimes.DEFAULT,
            Election.NONE,
            "default-scheduler",
            false,
            DEFAULT_BINDINGS);

    /**
     * Whether one of several leads, and by which Lease.
     *
     * @param isHeld false where this one always leads
     */
    public record Election(boolean isHeld, ObjectName lease, LeaseTimes times) {
        public static final ObjectName LEASE = new ObjectName("kube-system", "kube-scheduler");
        public static final Election NONE = new Election(false, LEASE, LeaseTimes.DEFAULT);
        public static final Election DEFAULT = new Election(true, LEASE, LeaseTimes.DEFAULT);

        public Election with(LeaseTimes changed) {
            return new Election(isHeld, lease, changed);
        }
    }

    public SchedulerSettings {
        profiles = List.copyOf(profiles);
        if (profiles.isEmpty()) throw new IllegalArgumentException("a scheduler needs a profile");
        if (bindings < 1) throw new IllegalArgumentException("at least one binding must be possible at once");
    }

    public SchedulerSettings withElection(Election changed) {
        return new SchedulerSettings(gates, profiles, backoff, changed, identity, alignsNuma, bindings);
    }

    public SchedulerSettings withGates(FeatureGates changed) {
        return new SchedulerSettings(changed, profiles, backoff, election, identity, alignsNuma, bindings);
    }

    public SchedulerSettings withBackoff(BackoffTimes changed) {
        return new SchedulerSettings(gates, profiles, changed, election, identity, alignsNuma, bindings);
    }

    public SchedulerSettings withIdentity(String changed) {
        return new SchedulerSettings(gates, profiles, backoff, election, changed, alignsNuma, bindings);
    }

    public SchedulerSettings withNumaAlignment() {
        return new SchedulerSettings(gates, profiles, backoff, election, identity, true, bindings);
    }
}
