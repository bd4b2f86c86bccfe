package dev.plimsoll.controllers.serve;

import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Metrics as the text that Prometheus reads. */
public final class ControllerMetricsText {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    private ControllerMetricsText() {}

    public static byte[] text(PrometheusRegistry registry) {
        var out = new ByteArrayOutputStream(16 * 1024);
        try {
            FORMATS.getPrometheusTextFormatWriter().write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
