package dev.plimsoll.nodeagent.cri;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Images that could not be pulled for a pod: when they are tried again, ten seconds later, doubled each time up to five minutes. */
final class PullBackoffs {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /** Of a pod that did not try for so long nobody has to know any more. */
    private static final Duration KEPT = LONGEST.multipliedBy(2);

    private final Map<Key, Wait> waits = new ConcurrentHashMap<>();

    private record Key(String uid, String image) {}

    private record Wait(Duration delay, Instant until, String error) {}

    /** Why the last try failed, while the next is not due. */
    Optional<String> waiting(String uid, String image, Instant now) {
        return Optional.ofNullable(waits.get(new Key(uid, image)))
                .filter(wait -> now.isBefore(wait.until()))
                .map(Wait::error);
    }

    void failed(String uid, String image, String error, Instant now) {
        waits.values().removeIf(wait -> wait.until().plus(KEPT).isBefore(now));
        waits.compute(new Key(uid, image), (_, before) -> {
            var doubled = before == null ? FIRST : before.delay().multipliedBy(2);
            var delay = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
            return new Wait(delay, now.plus(delay), error);
        });
    }

    void pulled(String uid, String image) {
        waits.remove(new Key(uid, image));
    }
}
