package dev.plimsoll.nodeagent.http;

import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.TreeMap;

/** Usage as metrics: {@code /metrics/resource}, and of {@code /metrics/cadvisor} what does not need a real container. */
final class UsageMetrics {
    private static final double NANOS = 1e9;

    private final NodeAgent agent;
    private final Map<String, PodUsage> usage;
    private final MetricFamilies families = new MetricFamilies();

    UsageMetrics(NodeAgent agent) {
        this.agent = agent;
        this.usage = agent.runtime().usage();
    }

    private interface EachPod {
        void of(PodRecord record, PodUsage usage);
    }

    private void eachPod(EachPod action) {
        for (var record : agent.state().pods().values()) {
            var reading = usage.get(record.uid());
            if (reading != null) action.of(record, reading);
        }
    }

    byte[] resource() {
        var node = agent.runtime().nodeUsage(usage);
        families.counter("node_cpu_usage_seconds", "CPU time of the node.", Labels.EMPTY, node.cpuNanos() / NANOS);
        families.gauge("node_memory_working_set_bytes", "Working set of the node.", Labels.EMPTY, node.workingSet());
        families.gauge("resource_scrape_error", "1 if usage could not be read.", Labels.EMPTY, 0);
        eachPod((record, reading) -> {
            var pod = podLabels(record);
            families.counter("pod_cpu_usage_seconds", "CPU time of the pod.", pod, reading.cpuNanos() / NANOS);
            families.gauge("pod_memory_working_set_bytes", "Working set of the pod.", pod, reading.workingSet());
            new TreeMap<>(reading.containers()).forEach((name, container) -> {
                var labels = containerLabels(record, name);
                families.counter(
                        "container_cpu_usage_seconds",
                        "CPU time of the container.",
                        labels,
                        container.cpuNanos() / NANOS);
                families.gauge(
                        "container_memory_working_set_bytes",
                        "Working set of the container.",
                        labels,
                        container.workingSet());
                var instance = record.actual().container(name);
                if (instance != null)
                    families.gauge(
                            "container_start_time_seconds",
                            "When the container started.",
                            labels,
                            instance.startedAt().toEpochMilli() / 1e3);
            });
        });
        return MetricsText.of(snapshots());
    }

    byte[] cadvisor() {
        eachPod((record, reading) -> {
            new TreeMap<>(reading.containers()).forEach((name, container) -> {
                var labels = containerLabels(record, name);
                families.counter("container_cpu_usage_seconds", "CPU time used.", labels, container.cpuNanos() / NANOS);
                families.gauge("container_memory_usage_bytes", "Memory charged.", labels, container.memoryBytes());
                families.gauge("container_memory_working_set_bytes", "Working set.", labels, container.workingSet());
                families.gauge(
                        "container_memory_cache",
                        "Page cache.",
                        labels,
                        container.memoryBytes() - container.workingSet());
                limits(record, name, labels);
            });
            // The pod's own cgroup goes without a container's name, as cAdvisor shows it.
            var pod = containerLabels(record, "");
            families.counter("container_cpu_usage_seconds", "CPU time used.", pod, reading.cpuNanos() / NANOS);
            families.gauge("container_memory_usage_bytes", "Memory charged.", pod, reading.memoryBytes());
            families.gauge("container_memory_working_set_bytes", "Working set.", pod, reading.workingSet());
            var bounds = record.actual().podOrNull();
            if (bounds != null) specs(pod, bounds.cpuShares(), bounds.cpuQuota(), bounds.memoryLimit());
        });
        return MetricsText.of(snapshots());
    }

    private void limits(PodRecord record, String name, Labels labels) {
        var instance = record.actual().container(name);
        if (instance == null) return;
        families.gauge(
                "container_start_time_seconds",
                "When it started.",
                labels,
                instance.startedAt().toEpochMilli() / 1e3);
        var limits = instance.limits();
        if (limits != null)
            specs(
                    labels,
                    limits.cpuShares(),
                    PodLimits.orUnlimited(limits.cpuQuota()),
                    PodLimits.orUnlimited(limits.memoryLimit()));
    }

    private void specs(Labels labels, long shares, long quota, long memory) {
        families.gauge("container_spec_cpu_shares", "CPU shares.", labels, shares);
        families.gauge("container_spec_cpu_period", "CPU period in microseconds.", labels, 100_000);
        if (quota != PodLimits.UNLIMITED)
            families.gauge("container_spec_cpu_quota", "CPU quota per period.", labels, quota);
        families.gauge(
                "container_spec_memory_limit_bytes",
                "Memory limit; 0 without one.",
                labels,
                memory == PodLimits.UNLIMITED ? 0 : memory);
    }

    private MetricSnapshots snapshots() {
        return families.snapshots();
    }

    private static Labels podLabels(PodRecord record) {
        var pod = record.pod().metadata();
        return Labels.of("namespace", pod.namespace(), "pod", pod.name());
    }

    private static Labels containerLabels(PodRecord record, String container) {
        var pod = record.pod().metadata();
        return Labels.of("container", container, "namespace", pod.namespace(), "pod", pod.name());
    }
}
