package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Whether every loop has finished a round within five of its intervals. */
public final class Health {
    private static final int PATIENCE = 5;

    private final Time time;
    private final Map<String, Round> rounds = new ConcurrentHashMap<>();

    private record Round(long finishedAt, Duration interval) {}

    public Health(Time time) {
        this.time = time;
    }

    /** A loop has finished a round, or begins. */
    public void turned(String loop, Duration interval) {
        rounds.put(loop, new Round(time.nanos(), interval));
    }

    public boolean isGood() {
        var now = time.nanos();
        return rounds.values().stream()
                .allMatch(round -> now - round.finishedAt()
                        <= round.interval().multipliedBy(PATIENCE).toNanos());
    }
}
