package dev.plimsoll.nodeagent.metrics;

import dev.plimsoll.core.resize.state.StatusReport;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;

/** How long pods take from being taken up by a node until they run. Those that ran before the process began are not counted. */
public final class PodStarts {
    private final Histogram seconds;
    /** When pods were first heard of that do not run yet, by uid. */
    private final ConcurrentHashMap<String, Instant> waiting = new ConcurrentHashMap<>();

    PodStarts(Histogram seconds) {
        this.seconds = seconds;
    }

    public void reported(String uid, StatusReport status, Instant now) {
        switch (status.phase()) {
            case "Pending" -> waiting.putIfAbsent(uid, now);
            case "Running" -> {
                var since = waiting.remove(uid);
                if (since != null) seconds.observe(Duration.between(since, now).toNanos() / 1e9);
            }
            default -> waiting.remove(uid);
        }
    }

    public void forgotten(String uid) {
        waiting.remove(uid);
    }
}
