package dev.plimsoll.nodeagent.metrics;

import dev.plimsoll.core.resize.protocol.CounterDescription;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.status.ResizeMetrics;
import dev.plimsoll.core.resize.status.StartMetrics;
import dev.plimsoll.core.resize.status.WorkMetrics;
import dev.plimsoll.core.topology.ManagerMetrics;
import dev.plimsoll.runtime.metrics.ProcessMetrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

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

    /** From 0.05 ms on, each twice the one before. */
    private static final double[] ADMISSION_MILLIS =
            IntStream.range(0, 15).mapToDouble(i -> 0.05 * (1 << i)).toArray();

    private final PrometheusRegistry registry;
    private final Map<String, Counter> counters = new HashMap<>();
    private final Map<String, Histogram> histograms = new HashMap<>();
    /** Counters whose names do not end in {@code _total}. */
    private final Map<String, PlainCounter> plain = new HashMap<>();

    private final PlainCounter evictions;
    private final RuntimeOperations operations;
    private final PodStarts starts;

    public AgentMetrics(PrometheusRegistry registry) {
        this.registry = registry;
        ResizeMetrics.COUNTERS.forEach(this::counter);
        StartMetrics.COUNTERS.forEach(this::counter);
        histogram(ResizeMetrics.DURATION, "How long actuating a resize took.", RESIZE_MILLIS, "success");
        histogram(
                ResizeMetrics.DEFERRED_DURATION,
                "How long resizes waited.",
                DEFERRED_SECONDS,
                "resolution",
                "priority_bucket");
        histogram(
                WorkMetrics.DURATION,
                "How long the node worked on a pod without a break.",
                RuntimeOperations.SECONDS,
                "operation_type");
        managers();
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

    /** As the decisions that add to it describe it. */
    private void counter(CounterDescription described) {
        var labels = described.labels().toArray(String[]::new);
        if (described.name().endsWith("_total")) counter(described.name(), described.help(), labels);
        else plain(described.name(), described.help(), labels);
    }

    private void managers() {
        counter(ManagerMetrics.CPU_REQUESTS, "Requests for CPUs of a container's own.");
        counter(ManagerMetrics.CPU_ERRORS, "Requests for CPUs of a container's own that failed.");
        counter(ManagerMetrics.MEMORY_REQUESTS, "Requests for memory of a container's own.");
        counter(ManagerMetrics.MEMORY_ERRORS, "Requests for memory of a container's own that failed.");
        counter(ManagerMetrics.TOPOLOGY_REQUESTS, "Pods for which resources were aligned.");
        counter(ManagerMetrics.TOPOLOGY_ERRORS, "Pods that were refused because resources could not be aligned.");
        histogram(ManagerMetrics.TOPOLOGY_DURATION, "How long admitting a pod took.", ADMISSION_MILLIS);
        plain(ManagerMetrics.ALIGNED, "Containers whose resources are aligned.", "scope", "boundary");
        plain(ManagerMetrics.NOT_ALIGNED, "Containers whose resources could not be aligned.", "scope", "boundary");
        counter(ManagerMetrics.ALLOCATIONS, "Exclusive allocations by their source.", "resource_name", "source");
        counter(ManagerMetrics.ALLOCATION_ERRORS, "Exclusive allocations that failed.", "resource_name", "source");
        counter(
                ManagerMetrics.ASSIGNMENTS,
                "Containers that were assigned resources.",
                "resource_name",
                "assignment_type");
    }

    private PlainCounter plain(String name, String help, String... labels) {
        var counter = new PlainCounter(PREFIX + name, help, labels);
        registry.register(counter);
        plain.put(name, counter);
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

    /**
     * Adds one change.
     *
     * @param stepMillis how long the step took that asks for it
     */
    public void observe(MetricChange metric, double stepMillis) {
        var labels = metric.labels().toArray(String[]::new);
        switch (metric.kind()) {
            case ADD -> add(metric, labels);
            case SAMPLE -> known(histograms, metric).labelValues(labels).observe(metric.value());
            case STEP_MILLIS -> known(histograms, metric).labelValues(labels).observe(stepMillis);
        }
    }

    private void add(MetricChange metric, String[] labels) {
        var named = plain.get(metric.name());
        if (named != null) named.add(metric.value(), labels);
        else known(counters, metric).labelValues(labels).inc(metric.value());
    }

    /** A pod has to go for want of what this signal measures. */
    public void evicted(String signal) {
        evictions.add(1, signal);
    }

    public RuntimeOperations operations() {
        return operations;
    }

    public PodStarts starts() {
        return starts;
    }

    private static <T> T known(Map<String, T> metrics, MetricChange metric) {
        var found = metrics.get(metric.name());
        if (found == null) throw new IllegalStateException("no metric is called " + metric.name());
        return found;
    }
}
