package dev.plimsoll.testkit.client.process;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Supplier;

/** The clock of a cluster in another process. */
public final class ChildClock extends Clock {
    private final Supplier<Instant> now;
    private final ZoneId zone;

    public ChildClock(Supplier<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new ChildClock(now, other);
    }

    @Override
    public Instant instant() {
        return now.get();
    }
}
