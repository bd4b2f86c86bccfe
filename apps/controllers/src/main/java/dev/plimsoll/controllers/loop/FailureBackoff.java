package dev.plimsoll.controllers.loop;

import dev.plimsoll.core.backoff.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How long a place waits for its next pod after pods failed there: 1 second, doubled each time up to 15 minutes. A place is a node of a
 * daemon set or a name of a stateful set; their failed pods are deleted, so that nothing but this remembers them.
 */
public final class FailureBackoff {
    private static final ExponentialBackoff WAITS =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(15));

    private final Map<String, Map<String, Rest>> rests = new HashMap<>();

    private record Rest(Instant until, Duration length) {}

    public synchronized Set<String> resting(String owner, Instant now) {
        var places = new HashSet<String>();
        rests.getOrDefault(owner, Map.of()).forEach((place, rest) -> {
            if (now.isBefore(rest.until())) places.add(place);
        });
        return places;
    }

    public synchronized void failed(String owner, String place, Instant now) {
        // Long after the last failure the next is the first again.
        rests.values()
                .forEach(of -> of.values()
                        .removeIf(rest ->
                                now.isAfter(rest.until().plus(WAITS.longest().multipliedBy(2)))));
        rests.values().removeIf(Map::isEmpty);
        rests.computeIfAbsent(owner, _ -> new HashMap<>()).compute(place, (_, before) -> {
            var length = WAITS.next(before == null ? Duration.ZERO : before.length());
            return new Rest(now.plus(length), length);
        });
    }

    /** The next failure of the place is the first again. */
    public synchronized void succeeded(String owner, String place) {
        rests.getOrDefault(owner, new HashMap<>()).remove(place);
    }

    /** Until the next rest of an owner ends; zero if none is on. */
    public synchronized Duration next(String owner, Instant now) {
        var next = Duration.ZERO;
        for (var rest : rests.getOrDefault(owner, Map.of()).values()) {
            if (!now.isBefore(rest.until())) continue;
            var left = Duration.between(now, rest.until());
            next = next.isZero() || left.compareTo(next) < 0 ? left : next;
        }
        return next;
    }
}
