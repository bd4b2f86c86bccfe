package dev.plimsoll.autoscaler.observation;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** {@code vpa_admission_controller_*}. */
public final class AdmissionMetrics {
    private static final double[] REVIEWS = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};

    private final Histogram latency;
    private final Histogram execution;
    private final Counter pods;
    private final Counter podLevel;

    public AdmissionMetrics(PrometheusRegistry registry) {
        var families = new UpstreamMetrics(registry);
        latency = families.histogram(
                "vpa_admission_controller_admission_latency_seconds",
                "How long reviews take.",
                REVIEWS,
                "status",
                "resource");
        execution = families.histogram(
                "vpa_admission_controller_execution_latency_seconds", "How long reviews take.", REVIEWS, "step");
        pods = families.counter("vpa_admission_controller_admission_pods", "Pods reviewed.", "applied");
        podLevel = families.counter(
                "vpa_admission_controller_pod_level", "Pods whose pod level is managed.", "mode", "outcome");
    }

    /** A review was answered; {@code applied} tells whether something was changed. */
    public void reviewed(String resource, boolean applied, boolean allowed, Duration took) {
        var status = !allowed ? "error" : applied ? "applied" : "skipped";
        latency.labelValues(status, resource).observe(UpstreamMetrics.seconds(took));
        execution.labelValues("total").observe(UpstreamMetrics.seconds(took));
        if (resource.equals("Pod")) pods.labelValues(Boolean.toString(applied)).inc();
    }

    public void podLevel(String mode, String outcome) {
        podLevel.labelValues(mode, outcome).inc();
    }
}
