package dev.plimsoll.client.lease;

import java.time.Duration;

/**
 * How long a leader may be silent.
 *
 * @param lease after which others take over, counted from when they saw the last renewal
 * @param renewDeadline after which a leader that could not renew stops leading
 * @param retryPeriod between two attempts
 */
public record LeaseTimes(Duration lease, Duration renewDeadline, Duration retryPeriod) {
    /** As the components of Kubernetes have it. */
    public static final LeaseTimes DEFAULT =
            new LeaseTimes(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    /** The random part of the pause between attempts to become leader. */
    static final double JITTER = 1.2;

    public LeaseTimes {
        if (lease.toSeconds() < 1 || lease.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException("the lease must be longer than the renew deadline");
        }
        if (retryPeriod.toNanos() < 1 || renewDeadline.toNanos() <= retryPeriod.toNanos() * JITTER) {
            throw new IllegalArgumentException("the renew deadline must be longer than 1.2 retry periods");
        }
    }
}
