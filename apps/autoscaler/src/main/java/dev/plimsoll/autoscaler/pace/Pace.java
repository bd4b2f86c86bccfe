package dev.plimsoll.autoscaler.pace;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;

/**
 * The autoscaler's own time, which may run faster than that of the cluster so that days of use can be watched in minutes.
 *
 * <p>Loops, histories and patience follow {@link #own}; leases and what others read follow {@link #real}. Times that come from
 * the cluster are translated by {@link #of}. Both agree at the anchor; with the same anchor a restarted process goes on where
 * the one before was.
 */
public final class Pace {
    private final Time real;
    private final double speed;
    private final Instant anchor;

    private Pace(Time real, double speed, Instant anchor) {
        this.real = real;
        this.speed = speed;
        this.anchor = anchor;
    }

    /** Time as it is. */
    public static Pace usual(Time time) {
        return new Pace(time, 1, Instant.EPOCH);
    }

    /** Time that runs {@code speed} times as fast since the anchor. */
    public static Pace faster(Time time, double speed, Instant anchor) {
        if (!(speed > 0)) throw new IllegalArgumentException("time goes forward");
        return new Pace(time, speed, anchor);
    }

    public Time real() {
        return real;
    }

    /** The autoscaler's name for a time of the cluster. */
    public Instant of(Instant cluster) {
        return speed == 1 ? cluster : anchor.plus(scaled(Duration.between(anchor, cluster), speed));
    }

    /** The cluster's name for one of our times: what others are to read. */
    public Instant told(Instant own) {
        return speed == 1 ? own : anchor.plus(scaled(Duration.between(anchor, own), 1 / speed));
    }

    public Time own() {
        return speed == 1 ? real : new Scaled();
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofNanos(0)
                .plusSeconds((long) (duration.toSeconds() * factor))
                .plusNanos((long) (duration.toSeconds() * factor % 1 * 1e9))
                .plusNanos((long) (duration.toNanosPart() * factor));
    }

    private final class Scaled implements Time {
        @Override
        public Instant instant() {
            return of(real.instant());
        }

        @Override
        public long nanos() {
            return (long) (real.nanos() * speed);
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            real.sleep(scaled(duration, 1 / speed));
        }

        @Override
        public Runnable whenMoved(Runnable look) {
            return real.whenMoved(look);
        }
    }
}
