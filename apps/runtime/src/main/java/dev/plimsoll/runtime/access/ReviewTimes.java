package dev.plimsoll.runtime.access;

import java.time.Duration;

/** How long the answers to reviews are kept. */
public record ReviewTimes(Duration token, Duration allowed, Duration forbidden) {
    /** As a kubelet keeps them. */
    public static final ReviewTimes NODE =
            new ReviewTimes(Duration.ofMinutes(2), Duration.ofMinutes(5), Duration.ofSeconds(30));
    /** As kube-scheduler and kube-controller-manager keep them. */
    public static final ReviewTimes PROGRAM =
            new ReviewTimes(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(10));
}
