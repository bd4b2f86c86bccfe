package dev.plimsoll.nodeagent.metrics;

import dev.plimsoll.core.resize.protocol.Metric;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.Map;

/** Metrics under the names that Kubernetes gives them; of all nodes of a process together. */
public final class AgentMetrics {
    private static final String PREFIX = "kubelet_";
    private static final double[] RESIZE_MILLIS = {
        10, 50, 100, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000
    };
    private static final double[] DEFERRED_SECONDS = {
        5, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 300, 600, 1200, 1800, 3600
    };

    private static final double[] START_SECONDS = {
        .5, 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 45, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700, 3600
    };

    private final PrometheusRegistry registry;
    private final Map<String, Counter> counters = new HashMap<>();
    private final Map<String, Gauge> gauges = new HashMap<>();
    private final Map<String, Histogram> histograms = new HashMap<>();
    private final PlainCounter preemptions;
    private final PlainCounter evictions;
    private final RuntimeOperations operations;
    private final PodStarts starts;

    public AgentMetrics(PrometheusRegistry registry) {
        this.registry = registry;
        counter(ResizeMetrics.REQUESTED, "Resizes that specs asked for.", "resource", "requirement", "operation");
        counter(
                ResizeMetrics.POD_LEVEL_REQUESTED,
                "Resizes of the pod level that specs asked for.",
                "resource",
                "requirement",
                "operation");
        histogram(ResizeMetrics.DURATION, "How long actuating a resize took.", RESIZE_MILLIS, "success");
        gauge(ResizeMetrics.PENDING, "Resizes that wait.", "reason", "priority_bucket");
        counter(ResizeMetrics.INFEASIBLE, "Resizes that can never be granted.", "reason_detail");
        gauge(ResizeMetrics.IN_PROGRESS, "Resizes that are granted and not yet in force.");
        counter(ResizeMetrics.DEFERRED_ACCEPTED, "Resizes that were granted after they had waited.", "retry_trigger");
        histogram(
                ResizeMetrics.DEFERRED_DURATION,
                "How long resizes waited.",
                DEFERRED_SECONDS,
                "resolution",
                "priority_bucket");
        counter(ResizeMetrics.ADMITTED, "Pods that were admitted.", "config_mode", "qos_class");
        counter(ResizeMetrics.REJECTED, "Pods that were refused.", "reason");
        preemptions =
                plain(ResizeMetrics.PREEMPTIONS, "Pods that had to make room for a critical one.", "preemption_signal");
        evictions = plain("evictions", "Pods that had to go because the node ran short.", "eviction_signal");
        operations = new RuntimeOperations(registry);
        starts = new PodStarts(Histogram.builder()
                .name(PREFIX + "pod_start_duration_seconds")
                .help("How long pods took from being taken up until they ran.")
                .classicOnly()
                .classicUpperBounds(START_SECONDS)
                .register(registry));
        ProcessMetrics.register(registry);
    }

    private PlainCounter plain(String name, String help, String label) {
        var counter = new PlainCounter(PREFIX + name, help, label);
        registry.register(counter);
        return counter;
    }

    private void counter(String name, String help, String... labels) {
        var plain = name.endsWith("_total") ? name.substring(0, name.length() - "_total".length()) : name;
        counters.put(
                name,
                Counter.builder()
                        .name(PREFIX + plain)
                        .help(help)
                        .labelNames(labels)
                        .register(registry));
    }

    private void gauge(String name, String help, String... labels) {
        gauges.put(
                name,
                Gauge.builder()
                        .name(PREFIX + name)
                        .help(help)
                        .labelNames(labels)
                        .register(registry));
    }

    private void histogram(String name, String help, double[] bounds, String... labels) {
        histograms.put(
                name,
                Histogram.builder()
                        .name(PREFIX + name)
                        .help(help)
                        .classicOnly()
                        .classicUpperBounds(bounds)
                        .labelNames(labels)
                        .register(registry));
    }

    public PrometheusRegistry registry() {
        return registry;
    }

    public void observe(Metric metric) {
        var labels = metric.labels().toArray(String[]::new);
        switch (metric.kind()) {
            case ADD -> add(metric, labels);
            case SHIFT -> known(gauges, metric).labelValues(labels).inc(metric.value());
            case SAMPLE -> known(histograms, metric).labelValues(labels).observe(metric.value());
        }
    }

    private void add(Metric metric, String[] labels) {
        if (metric.name().equals(ResizeMetrics.PREEMPTIONS)) preemptions.add(labels[0], metric.value());
        else known(counters, metric).labelValues(labels).inc(metric.value());
    }

    /** A pod has to go for want of what this signal measures. */
    public void evicted(String signal) {
        evictions.add(signal, 1);
    }

    public RuntimeOperations operations() {
        return operations;
    }

    public PodStarts starts() {
        return starts;
    }

    private static <T> T known(Map<String, T> metrics, Metric metric) {
        var found = metrics.get(metric.name());
        if (found == null) throw new IllegalStateException("no metric is called " + metric.name());
        return found;
    }
}
