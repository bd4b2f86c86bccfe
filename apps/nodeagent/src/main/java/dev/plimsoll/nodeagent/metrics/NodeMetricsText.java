package dev.plimsoll.nodeagent.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Metrics as the text that Prometheus reads. */
public final class NodeMetricsText {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    private NodeMetricsText() {}

    public static byte[] text(PrometheusRegistry registry) {
        return text(registry.scrape());
    }

    public static byte[] text(MetricSnapshots metrics) {
        var out = new ByteArrayOutputStream(16 * 1024);
        try {
            FORMATS.getPrometheusTextFormatWriter().write(out, metrics);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
