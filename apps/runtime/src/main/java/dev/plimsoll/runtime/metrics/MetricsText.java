package dev.plimsoll.runtime.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Metrics as the text that Prometheus reads. */
public final class MetricsText {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Made when somebody asks for metrics: the formats load a good deal. */
    private static final class Formats {
        private static final ExpositionFormats ALL = ExpositionFormats.init();
    }

    private MetricsText() {}

    public static byte[] of(PrometheusRegistry registry) {
        return of(registry.scrape());
    }

    public static byte[] of(MetricSnapshots metrics) {
        var out = new ByteArrayOutputStream(16 * 1024);
        try {
            Formats.ALL.getPrometheusTextFormatWriter().write(out, metrics);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
