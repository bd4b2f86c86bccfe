package dev.plimsoll.testkit.work;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;

/** A clock that shows the time of a cluster. */
public final class ClusterClock extends Clock {
    private final InstantSource source;
    private final ZoneId zone;

    public ClusterClock(InstantSource source, ZoneId zone) {
        this.source = source;
        this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId changed) {
        return new ClusterClock(source, changed);
    }

    @Override
    public Instant instant() {
        return source.instant();
    }
}
