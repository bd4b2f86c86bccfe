package dev.plimsoll.client.pace;

import java.time.Duration;
import java.time.Instant;

/**
 * A clock that never goes back. It runs evenly, and follows the machine's clock where that is ahead: one that was set right, or that went
 * on while the machine slept.
 */
final class SteadyTime implements Time {
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private final Time time;
    private volatile Moment last;

    /** What the clock showed at some point of the even time. */
    private record Moment(Instant instant, long nanos) {}

    SteadyTime(Time time) {
        this.time = time;
        this.last = new Moment(time.instant(), time.nanos());
    }

    @Override
    public Instant instant() {
        var moment = last;
        var nanos = time.nanos();
        var even = moment.instant().plusNanos(nanos - moment.nanos());
        var shown = time.instant();
        if (!shown.isAfter(even.plus(TOLERANCE))) return even;
        last = new Moment(shown, nanos);
        return shown;
    }

    @Override
    public long nanos() {
        return time.nanos();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        time.sleep(duration);
    }

    @Override
    public long machineNanos(long nanos) {
        return time.machineNanos(nanos);
    }

    @Override
    public Runnable whenMoved(Runnable look) {
        return time.whenMoved(look);
    }

    @Override
    public Time steady() {
        return this;
    }
}
