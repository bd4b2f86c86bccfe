package dev.plimsoll.nodeagent.http;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/** Values collected for one answer, put together by their names. */
final class MetricFamilies {
    private final Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();
    private final Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();

    void gauge(String name, String help, Labels labels, double value) {
        gauges.computeIfAbsent(name, _ -> GaugeSnapshot.builder().name(name).help(help))
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build());
    }

    void gauge(String name, String help, Labels labels, long value) {
        gauge(name, help, labels, (double) value);
    }

    /** A family of this name; {@code _total} is written behind it. */
    void counter(String name, String help, Labels labels, double value) {
        counters.computeIfAbsent(name, _ -> CounterSnapshot.builder().name(name).help(help))
                .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build());
    }

    MetricSnapshots snapshots() {
        var all = new ArrayList<MetricSnapshot>();
        counters.values().forEach(family -> all.add(family.build()));
        gauges.values().forEach(family -> all.add(family.build()));
        return new MetricSnapshots(all);
    }
}
