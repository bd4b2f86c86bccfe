package dev.plimsoll.runtime.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Answers that stay good for a while; the one that was not asked for the longest makes room. */
final class ExpiringCache<K, V> {
    private static final int MOST = 1024;

    private record Kept<V>(V value, Instant until) {}

    private final InstantSource clock;
    private final Map<K, Kept<V>> answers = new LinkedHashMap<>(16, 0.75f, true);

    ExpiringCache(InstantSource clock) {
        this.clock = clock;
    }

    synchronized Optional<V> find(K key) {
        var kept = answers.get(key);
        if (kept == null) return Optional.empty();
        if (clock.instant().isBefore(kept.until)) return Optional.of(kept.value);
        answers.remove(key);
        return Optional.empty();
    }

    synchronized void keep(K key, V value, Duration good) {
        answers.put(key, new Kept<>(value, clock.instant().plus(good)));
        if (answers.size() > MOST) answers.remove(answers.keySet().iterator().next());
    }
}
