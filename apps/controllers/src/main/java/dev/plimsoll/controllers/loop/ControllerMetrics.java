package dev.plimsoll.controllers.loop;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** Metrics under the names that Kubernetes gives them. */
public final class ControllerMetrics {
    private static final double[] SECONDS = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};

    private final List<QueueMetrics> queues = new CopyOnWriteArrayList<>();
    private final PrometheusRegistry registry;
    final Counter adds;
    final Gauge depth;
    final Counter retries;
    final Histogram waits;
    final Histogram works;
    private final Counter evictions;
    private final Counter taintedPods;

    public ControllerMetrics(PrometheusRegistry registry, LongSupplier nanos) {
        this.registry = registry;
        adds = counter("workqueue_adds", "Names that were added.");
        retries = counter("workqueue_retries", "Names that came back after a failure.");
        depth = Gauge.builder()
                .name("workqueue_depth")
                .help("Names that wait.")
                .labelNames("name")
                .register(registry);
        waits = histogram("workqueue_queue_duration_seconds", "How long names waited.");
        works = histogram("workqueue_work_duration_seconds", "How long work on a name took.");
        callback(
                "workqueue_unfinished_work_seconds",
                "Time spent on work that is not done.",
                queue -> queue.unfinished(nanos.getAsLong()));
        callback(
                "workqueue_longest_running_processor_seconds",
                "Time spent on the oldest work that is not done.",
                queue -> queue.longest(nanos.getAsLong()));
        evictions = Counter.builder()
                .name("node_collector_evictions")
                .help("Nodes whose pods were to go because the node was not ready.")
                .labelNames("zone")
                .register(registry);
        taintedPods = Counter.builder()
                .name("taint_eviction_controller_pod_deletions")
                .help("Pods that were deleted because of a taint.")
                .register(registry);
    }

    private Counter counter(String name, String help) {
        return Counter.builder().name(name).help(help).labelNames("name").register(registry);
    }

    private Histogram histogram(String name, String help) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .labelNames("name")
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .register(registry);
    }

    private void callback(String name, String help, ToDoubleFunction<QueueMetrics> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("name")
                .callback(answer -> {
                    for (var queue : queues) answer.call(value.applyAsDouble(queue), queue.name());
                })
                .register(registry);
    }

    /** Of a queue; one of the same name before it is forgotten. */
    public QueueMetrics queue(String name) {
        queues.removeIf(queue -> queue.name().equals(name));
        var queue = new QueueMetrics(name, this);
        queues.add(queue);
        return queue;
    }

    public void nodeTainted(String zone) {
        evictions.labelValues(zone).inc();
    }

    public void podEvictedByTaint() {
        taintedPods.inc();
    }

    public PrometheusRegistry registry() {
        return registry;
    }
}
