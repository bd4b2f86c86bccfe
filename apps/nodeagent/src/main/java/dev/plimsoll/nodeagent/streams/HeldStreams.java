package dev.plimsoll.nodeagent.streams;

import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.Semaphore;

/** Sessions that are open: how many there are, and whether there may be one more. */
public final class HeldStreams {
    private static final int MOST = 1000;

    private final Semaphore free = new Semaphore(MOST);
    private final Gauge held;

    public HeldStreams(PrometheusRegistry registry) {
        held = Gauge.builder()
                .name("plimsoll_node_held_streams")
                .help("Sessions in containers that are open.")
                .labelNames("kind")
                .withoutExemplars()
                .register(registry);
        for (var kind : SessionKind.values()) held.labelValues(kind.path()).set(0);
    }

    /** Whether there is room; who gets in must leave. */
    boolean enter(SessionKind kind) {
        if (!free.tryAcquire()) return false;
        held.labelValues(kind.path()).inc();
        return true;
    }

    void leave(SessionKind kind) {
        held.labelValues(kind.path()).dec();
        free.release();
    }
}
