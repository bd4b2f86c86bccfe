package dev.plimsoll.nodeagent.api;

import dev.plimsoll.core.backoff.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the API was told of one pod, and what it is known to hold. Where the two differ somebody else has written, and the node looks
 * at the pod and writes again. Against somebody who writes again and again it waits longer each time.
 */
final class DeliveredStatus {
    /** A change of others is looked at after this time: most often it is an older answer of our own that comes late. */
    static final Duration FIRST_CHECK = Duration.ofSeconds(1);

    /** Longer with each repair. */
    private static final ExponentialBackoff CHECKS = new ExponentialBackoff(FIRST_CHECK, Duration.ofSeconds(64));
    /** How long nobody has to overwrite a status for the waiting to begin anew. */
    static final Duration QUIET = Duration.ofMinutes(5);

    private boolean isSending;
    private boolean isAnswered;
    private int answered;
    private int seen;
    private boolean isSeenMeanwhile;
    private boolean isPlanned;
    private int repairs;
    private @Nullable Instant repairedAt;

    synchronized void sending() {
        isSending = true;
        isSeenMeanwhile = false;
    }

    /**
     * The API has answered a write, or a look.
     *
     * @param digest of the status that it answered with
     * @return when to look, where something was heard meanwhile that is not in the answer
     */
    synchronized Optional<Instant> answered(int digest, Instant now) {
        isSending = false;
        isAnswered = true;
        answered = digest;
        return isSeenMeanwhile ? planned(now) : Optional.empty();
    }

    /** The API refused for good, or the pod is gone: what it holds is not known. */
    synchronized void unanswered() {
        isSending = false;
    }

    /**
     * The watch tells what the API holds.
     *
     * @return when to look at it, where it is not what was answered
     */
    synchronized Optional<Instant> seen(int digest, Instant now) {
        seen = digest;
        isSeenMeanwhile = true;
        return planned(now);
    }

    private Optional<Instant> planned(Instant now) {
        if (isPlanned || isSending || !isAnswered || seen == answered) return Optional.empty();
        if (repairedAt != null && now.isAfter(repairedAt.plus(QUIET))) repairs = 0;
        isPlanned = true;
        return Optional.of(now.plus(CHECKS.after(repairs + 1)));
    }

    /** The time to look has come. Whether there still is something to look at. */
    synchronized boolean isDue() {
        isPlanned = false;
        return isAnswered && !isSending && seen != answered;
    }

    /** Somebody had overwritten the status. */
    synchronized void repairing(Instant now) {
        repairs++;
        repairedAt = now;
    }
}
