package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** All metrics of a process, by upstream's names, so that dashboards fit. */
public final class Metrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RecommenderMetrics recommender = new RecommenderMetrics(registry);
    private final UpdaterMetrics updater = new UpdaterMetrics(registry);
    private final AdmissionMetrics admission = new AdmissionMetrics(registry);

    public Metrics() {
        AutoscalerProcessMetrics.register(registry);
    }

    public RecommenderMetrics recommender() {
        return recommender;
    }

    public UpdaterMetrics updater() {
        return updater;
    }

    public AdmissionMetrics admission() {
        return admission;
    }

    /** As Prometheus reads them. */
    public byte[] text() {
        return UpstreamTypes.in(MetricsText.of(registry));
    }
}
