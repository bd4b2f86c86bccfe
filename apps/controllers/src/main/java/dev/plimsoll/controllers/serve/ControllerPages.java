package dev.plimsoll.controllers.serve;

import dev.plimsoll.runtime.http.HealthCheck;
import dev.plimsoll.runtime.http.HttpPages;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.BooleanSupplier;

/**
 * {@code /metrics}, {@code /healthz}, {@code /livez} and {@code /readyz}. A process that waits for its turn to lead is healthy and
 * ready.
 */
public final class ControllerPages {
    private ControllerPages() {}

    public static HttpPages of(PrometheusRegistry registry, BooleanSupplier isReady) {
        return new HttpPages()
                .health(HealthCheck.GOOD)
                .readiness(HealthCheck.of(isReady, "caches are filled"))
                .metrics(registry::scrape);
    }
}
