package dev.plimsoll.client.pace;

import java.time.Duration;
import java.time.Instant;

/** A clock that was right when it was made and runs evenly since. */
final class SteadyTime implements Time {
    private final Time time;
    private final Instant beginning;
    private final long beganAt;

    SteadyTime(Time time) {
        this.time = time;
        this.beginning = time.instant();
        this.beganAt = time.nanos();
    }

    @Override
    public Instant instant() {
        return beginning.plusNanos(time.nanos() - beganAt);
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
    public Runnable whenMoved(Runnable look) {
        return time.whenMoved(look);
    }

    @Override
    public Time steady() {
        return this;
    }
}
