package dev.plimsoll.autoscaler.observation;

import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** All metrics of a process, by upstream's names, so that dashboards fit. */
public final class Metrics {
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

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
        var out = new ByteArrayOutputStream(1 << 14);
        try {
            FORMATS.getPrometheusTextFormatWriter().write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return UpstreamTypes.in(out.toByteArray());
    }
}
