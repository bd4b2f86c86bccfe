package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** How long the steps of one round took. */
public final class RoundTimes {
    private final Time time;
    private final long begun;
    private final Map<String, Duration> steps = new LinkedHashMap<>();
    private long last;

    public RoundTimes(Time time) {
        this.time = time;
        this.begun = time.nanos();
        this.last = begun;
    }

    /** A step ends here. */
    public void lap(String step) {
        var now = time.nanos();
        steps.put(step, Duration.ofNanos(now - last));
        last = now;
    }

    Map<String, Duration> steps() {
        return steps;
    }

    /** Since the beginning, until the last step ended. */
    public Duration total() {
        return Duration.ofNanos(last - begun);
    }
}
