package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** So many pods per second, as long as a round may last. */
final class UpdateRateLimit {
    private final @Nullable TokenBucket bucket;
    private final Duration step;
    private final Time time;

    /** A rate of zero or less is no limit. */
    UpdateRateLimit(double perSecond, int burst, Time time) {
        this.bucket = perSecond > 0 ? new TokenBucket(perSecond, Math.max(1, burst), time) : null;
        this.step = perSecond > 0 ? Duration.ofNanos((long) (1e9 / perSecond)) : Duration.ZERO;
        this.time = time;
    }

    /** Waits for its turn; false where that does not come before the round has to end. */
    boolean take(long deadlineNanos) {
        if (bucket == null) return true;
        while (!bucket.tryTake()) {
            var left = deadlineNanos - time.nanos();
            if (left <= 0) return false;
            try {
                time.sleep(Duration.ofNanos(Math.min(step.toNanos(), left)));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // closing
                return false;
            }
        }
        return true;
    }
}
