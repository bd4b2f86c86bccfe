package dev.plimsoll.scheduler.metrics;

import dev.plimsoll.codec.view.PlacementReader.Reading;
import dev.plimsoll.core.fit.Amounts;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;

/** What pods request and are limited to, pod by pod: {@code /metrics/resources}. Only what specs say counts. */
public final class PodResourceMetrics {
    private final GaugeSnapshot.Builder requests =
            GaugeSnapshot.builder().name("kube_pod_resource_request").help("What pods request, with overhead.");
    private final GaugeSnapshot.Builder limits =
            GaugeSnapshot.builder().name("kube_pod_resource_limit").help("What pods are limited to, with overhead.");

    private PodResourceMetrics() {}

    public static MetricSnapshots of(Collection<Reading> pods) {
        var metrics = new PodResourceMetrics();
        for (var reading : pods) {
            metrics.add(metrics.requests, reading, reading.pod().asks().exact());
            metrics.add(metrics.limits, reading, reading.limits());
        }
        return new MetricSnapshots(metrics.limits.build(), metrics.requests.build());
    }

    private void add(GaugeSnapshot.Builder metric, Reading reading, Amounts amounts) {
        add(metric, reading, "cpu", "cores", amounts.milliCpu() / 1000.0);
        add(metric, reading, "memory", "bytes", (double) amounts.memory());
        add(metric, reading, "ephemeral-storage", "bytes", (double) amounts.ephemeralStorage());
        for (var other : amounts.others()) {
            var name = other.name().text();
            var unit = other.name().isHugePages() ? "bytes" : name.startsWith("attachable-volumes-") ? "integer" : "";
            add(metric, reading, name, unit, (double) other.amount());
        }
    }

    private static void add(GaugeSnapshot.Builder metric, Reading reading, String resource, String unit, double value) {
        if (value == 0) return;
        var pod = reading.pod();
        metric.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(Labels.of(
                        "namespace",
                        pod.key().namespace(),
                        "pod",
                        pod.key().name(),
                        "node",
                        pod.nodeName(),
                        "scheduler",
                        pod.schedulerName(),
                        "priority",
                        reading.hasPriority() ? Integer.toString(pod.priority()) : "",
                        "resource",
                        resource,
                        "unit",
                        unit))
                .value(value)
                .build());
    }
}
