package dev.plimsoll.controllers.daemonset;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How long a node waits for its next pod after pods failed there: 1 second, doubled each time up to 15 minutes. */
final class FailureRests {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final Map<String, Rest> rests = new HashMap<>();

    private record Rest(Instant until, Duration length) {}

    private static String key(String set, String node) {
        return set + "/" + node;
    }

    synchronized Set<String> resting(String set, Instant now) {
        var nodes = new HashSet<String>();
        rests.forEach((key, rest) -> {
            if (key.startsWith(set + "/") && now.isBefore(rest.until())) nodes.add(key.substring(set.length() + 1));
        });
        return nodes;
    }

    synchronized void failed(String set, String node, Instant now) {
        // Long after the last failure the next is the first again.
        rests.values().removeIf(rest -> now.isAfter(rest.until().plus(LONGEST.multipliedBy(2))));
        rests.compute(key(set, node), (_, before) -> {
            var doubled = before == null ? FIRST : before.length().multipliedBy(2);
            var length = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
            return new Rest(now.plus(length), length);
        });
    }

    /** Until the next rest of a set ends; zero if none is on. */
    synchronized Duration next(String set, Instant now) {
        var next = Duration.ZERO;
        for (var entry : rests.entrySet()) {
            if (!entry.getKey().startsWith(set + "/")
                    || !now.isBefore(entry.getValue().until())) continue;
            var left = Duration.between(now, entry.getValue().until());
            next = next.isZero() || left.compareTo(next) < 0 ? left : next;
        }
        return next;
    }
}
