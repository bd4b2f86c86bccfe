package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.autoscaler.cluster.Vpa;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/** Metrics by upstream's names, so that dashboards fit. */
public final class Metrics {
    private static final double[] LATENCIES = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300};
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Histogram recommenderLatency = latency("vpa_recommender_execution_latency_seconds", "step");
    private final Histogram updaterLatency = latency("vpa_updater_execution_latency_seconds", "step");
    private final Histogram admissionLatency =
            latency("vpa_admission_controller_admission_latency_seconds", "status", "resource");
    private final Gauge objects = Gauge.builder()
            .name("vpa_recommender_vpa_objects_count")
            .help("Number of VPA objects present in the cluster.")
            .labelNames("update_mode", "has_recommendation", "api", "matches_pods", "unsupported_config")
            .register(registry);
    private final Gauge states = Gauge.builder()
            .name("vpa_recommender_aggregate_container_states_count")
            .help("Number of aggregate container states being tracked by the recommender.")
            .register(registry);
    private final Counter evicted =
            counter("vpa_updater_evicted_pods", "Number of Pods evicted by Updater to apply a new recommendation.");
    private final Counter resized = counter(
            "vpa_updater_in_place_updated_pods",
            "Number of Pods updated in-place by Updater to apply a new recommendation.");
    private final Counter failedEvictions = counter(
            "vpa_updater_failed_eviction_attempts", "Number of failed attempts to update Pods by eviction.", "reason");
    private final Counter failedResizes = counter(
            "vpa_updater_failed_in_place_update_attempts",
            "Number of failed attempts to update Pods in-place.",
            "reason");
    private final Counter skipped = counter(
            "vpa_updater_pod_level_skipped", "Number of pods that were not changed although they should be.", "reason");
    private final Counter admitted = counter(
            "vpa_admission_controller_admission_pods",
            "Number of Pods processed by VPA Admission Controller.",
            "applied");

    private Histogram latency(String name, String... labels) {
        return Histogram.builder()
                .name(name)
                .help("Time spent, in seconds.")
                .classicOnly()
                .classicUpperBounds(LATENCIES)
                .labelNames(labels)
                .register(registry);
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    public void recommended(Duration took, int aggregates, List<Vpa> vpas) {
        recommenderLatency.labelValues("total").observe(seconds(took));
        states.set(aggregates);
        objects.clear();
        for (var vpa : vpas) {
            var conditions = vpa.status().path("conditions").findValuesAsText("type");
            objects.labelValues(
                            vpa.mode().text(),
                            Boolean.toString(!vpa.recommendation().containers().isEmpty()),
                            "v1",
                            Boolean.toString(!conditions.contains("NoPodsMatched")),
                            Boolean.toString(conditions.contains("ConfigUnsupported")))
                    .inc();
        }
    }

    public void updated(Duration took) {
        updaterLatency.labelValues("total").observe(seconds(took));
    }

    public void evicted() {
        evicted.inc();
    }

    public void resized() {
        resized.inc();
    }

    /** An attempt that failed, by the reason that it was given up for. */
    public void failed(String reason) {
        switch (reason) {
            case "quota" -> skipped.labelValues(reason).inc();
            case "EvictionError" -> failedEvictions.labelValues(reason).inc();
            default -> failedResizes.labelValues(reason).inc();
        }
    }

    /** A review was answered; {@code applied} tells whether a pod was changed. */
    public void admitted(String resource, boolean applied, Duration took) {
        admissionLatency.labelValues("applied", resource).observe(seconds(took));
        if (resource.equals("Pod"))
            admitted.labelValues(Boolean.toString(applied)).inc();
    }

    private static double seconds(Duration took) {
        return took.toNanos() / 1e9;
    }

    /** As Prometheus reads them. */
    public byte[] text() {
        var out = new ByteArrayOutputStream(1 << 14);
        try {
            FORMATS.getPrometheusTextFormatWriter().write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
