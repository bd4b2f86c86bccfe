package dev.plimsoll.scheduler.metrics;

import dev.plimsoll.scheduler.loop.Gauges;
import dev.plimsoll.scheduler.loop.SchedulingObserver;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Metrics of a scheduler under the names that Kubernetes gives them. Only the loop reports, so that nothing is locked. */
public final class SchedulerMetrics implements SchedulingObserver {
    private static final String PREFIX = "scheduler_";
    private static final double NANOS = 1e9;
    private static final int MOST_ATTEMPTS = 15;

    private final PrometheusRegistry registry;
    private final List<String> profiles;
    private final Counter attempts;
    private final Histogram attemptDurations;
    private final DistributionDataPoint algorithm;
    private final DistributionDataPoint podAttempts;
    private final Histogram sli;
    private final Gauge pending;
    private final Gauge unschedulable;
    private final Counter incoming;
    private final CounterDataPoint preemptions;
    private final DistributionDataPoint victims;
    private final Gauge cacheSize;
    private final Histogram phases;
    private final Histogram events;
    private final Gauge running;
    private final CounterDataPoint afterFlush;
    private final Map<String, DistributionDataPoint> phasePoints = new HashMap<>();
    private final Map<String, DistributionDataPoint> eventPoints = new HashMap<>();
    private final Map<String, CounterDataPoint> incomingPoints = new HashMap<>();
    private final Map<String, DistributionDataPoint> attemptPoints = new HashMap<>();
    private final Map<Integer, DistributionDataPoint> sliPoints = new HashMap<>();

    public SchedulerMetrics(PrometheusRegistry registry, List<String> profiles) {
        this.registry = registry;
        this.profiles = List.copyOf(profiles);
        attempts = counter("schedule_attempts", "Attempts to place pods, by how they ended.", "result", "profile");
        attemptDurations = histogram(
                "scheduling_attempt_duration_seconds",
                "How long attempts took, binding aside.",
                doubling(0.001, 15),
                "result",
                "profile");
        algorithm = histogram("scheduling_algorithm_duration_seconds", "How long decisions took.", doubling(0.001, 15))
                .labelValues();
        podAttempts = histogram(
                        "pod_scheduling_attempts",
                        "How many attempts pods took that were placed.",
                        new double[] {1, 2, 4, 8, 16})
                .labelValues();
        sli = histogram(
                "pod_scheduling_sli_duration_seconds",
                "How long pods took from being seen until they had a node.",
                doubling(0.01, 20),
                "attempts");
        pending = gauge("pending_pods", "Pods that wait, by queue.", "queue");
        unschedulable =
                gauge("unschedulable_pods", "Pods that wait, by the rule that refused them.", "plugin", "profile");
        incoming = counter("queue_incoming_pods", "Pods that entered a queue, by what brought them.", "queue", "event");
        preemptions = counter("preemption_attempts", "Attempts to make room.").labelValues();
        victims = histogram("preemption_victims", "Pods that had to go at once.", doubling(1, 7))
                .labelValues();
        cacheSize = gauge("scheduler_cache_size", "What is known, by kind.", "type");
        phases = histogram(
                "framework_extension_point_duration_seconds",
                "How long preemption and binding took.",
                doubling(0.0001, 12),
                "extension_point",
                "status",
                "profile");
        events = histogram(
                "event_handling_duration_seconds",
                "How long it took to take in what happened.",
                doubling(0.0001, 12),
                "event");
        running = gauge("goroutines", "Work that is on its way beside the loop.", "operation");
        afterFlush = counter(
                        "pod_scheduled_after_flush",
                        "Pods that were placed after they had waited their longest: an event may have been missed.")
                .labelValues();
    }

    private static double[] doubling(double first, int count) {
        var bounds = new double[count];
        for (var i = 0; i < count; i++) bounds[i] = first * (1L << i);
        return bounds;
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    private Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder()
                .name(name.startsWith(PREFIX) ? name : PREFIX + name)
                .help(help)
                .labelNames(labels)
                .register(registry);
    }

    private Histogram histogram(String name, String help, double[] bounds, String... labels) {
        return Histogram.builder()
                .name(PREFIX + name)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    public PrometheusRegistry registry() {
        return registry;
    }

    @Override
    public void entered(String queue, String event) {
        incomingPoints
                .computeIfAbsent(queue + "\0" + event, _ -> incoming.labelValues(queue, event))
                .inc();
    }

    @Override
    public void decided(long nanos) {
        algorithm.observe(nanos / NANOS);
    }

    @Override
    public void attempted(Result result, String profile, long nanos) {
        attempts.labelValues(result.label(), profile).inc();
        attemptPoints
                .computeIfAbsent(
                        result.label() + "\0" + profile, _ -> attemptDurations.labelValues(result.label(), profile))
                .observe(nanos / NANOS);
    }

    @Override
    public void passed(Phase phase, boolean isSuccess, String profile, long nanos) {
        var status = isSuccess ? "Success" : phase == Phase.BIND ? "Error" : "Unschedulable";
        phasePoints
                .computeIfAbsent(
                        phase.label() + "\0" + status + "\0" + profile,
                        _ -> phases.labelValues(phase.label(), status, profile))
                .observe(nanos / NANOS);
    }

    @Override
    public void handled(String event, long nanos) {
        eventPoints.computeIfAbsent(event, events::labelValues).observe(nanos / NANOS);
    }

    @Override
    public void scheduled(int attemptCount, long millis, boolean isFlushed) {
        if (isFlushed) afterFlush.inc();
        podAttempts.observe(attemptCount);
        sliPoints
                .computeIfAbsent(
                        Math.min(attemptCount, MOST_ATTEMPTS),
                        count -> sli.labelValues(count == MOST_ATTEMPTS ? MOST_ATTEMPTS + "+" : count.toString()))
                .observe(millis / 1000.0);
    }

    @Override
    public void preempted(int count) {
        preemptions.inc();
        victims.observe(count);
    }

    @Override
    public void shown(Gauges gauges) {
        gauges.pending().forEach((queue, count) -> pending.labelValues(queue).set(count));
        unschedulable.clear();
        var profile = profiles.getFirst();
        gauges.refusals()
                .forEach((plugin, count) -> unschedulable
                        .labelValues(plugin.kubernetesName(), profile)
                        .set(count));
        running.labelValues("binding").set(gauges.bindings());
        cacheSize.labelValues("nodes").set(gauges.nodes());
        cacheSize.labelValues("pods").set(gauges.pods());
        cacheSize.labelValues("assumed_pods").set(gauges.assumed());
    }
}
