package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** All metrics of a process, by upstream's names, so that dashboards fit. */
public final class Metrics {
    private final PrometheusRegistry registry;
    private final RecommenderMetrics recommender;
    private final UpdaterMetrics updater;
    private final AdmissionMetrics admission;

    public Metrics(PrometheusRegistry registry) {
        this.registry = registry;
        this.recommender = new RecommenderMetrics(registry);
        this.updater = new UpdaterMetrics(registry);
        this.admission = new AdmissionMetrics(registry);
    }

    /** Of a part that stands alone. */
    public Metrics() {
        this(new PrometheusRegistry());
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
