package dev.plimsoll.scheduler.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.Retry;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Tries a write up to four times, with short pauses, as long as the server is in trouble rather than against it.
 *
 * <p>Before each try it asks whether this process still leads: one that was paused for longer than its lease must not send again what the
 * next leader has decided differently.
 */
final class Attempts {
    private static final int MOST = 4;
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

    /** Why a write was not sent. */
    static final String NOT_LEADING = "no longer the leader";

    private final Time time;
    private final RandomGenerator random;
    private final BooleanSupplier isLeading;

    Attempts(Time time, RandomGenerator random, BooleanSupplier isLeading) {
        this.time = time;
        this.random = random;
        this.isLeading = isLeading;
    }

    /** Tries once. */
    RequestResult<ObjectNode> once(Supplier<RequestResult<ObjectNode>> write) {
        return isLeading.getAsBoolean() ? write.get() : new RequestResult.Unreachable<>(NOT_LEADING);
    }

    /**
     * Tries.
     *
     * @param onConflict whether a conflict is tried again too
     */
    RequestResult<ObjectNode> of(Supplier<RequestResult<ObjectNode>> write, boolean onConflict) {
        var backoff = new Backoff(SHORTEST_PAUSE, LONGEST_PAUSE, random);
        return Retry.atMost(
                MOST,
                () -> once(write),
                outcome -> isLeading.getAsBoolean() && isWorthAnother(outcome, onConflict),
                backoff,
                time);
    }

    /** Whether a write was not done for a reason that passes by itself: the server was not there, or had too much to do. */
    static boolean mayPass(RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Unreachable<ObjectNode> _ -> true;
            case RequestResult.Refused<ObjectNode>(var status) -> status.code() == 429 || status.code() >= 500;
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Done<ObjectNode> _,
                    RequestResult.NotFound<ObjectNode> _ -> false;
        };
    }

    private static boolean isWorthAnother(RequestResult<ObjectNode> outcome, boolean onConflict) {
        return switch (outcome) {
            case RequestResult.Unreachable<ObjectNode> _ ->
                !Thread.currentThread().isInterrupted();
            case RequestResult.Refused<ObjectNode>(var status) -> status.code() == 500 || status.code() == 503;
            case RequestResult.Conflict<ObjectNode> _ -> onConflict;
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> false;
        };
    }
}
