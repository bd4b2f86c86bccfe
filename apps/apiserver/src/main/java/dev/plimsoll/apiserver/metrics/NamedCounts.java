package dev.plimsoll.apiserver.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts whose name does not end in {@code _total}, as some of Kubernetes do not; the library would add it. */
final class NamedCounts implements Collector {
    private final String name;
    private final String help;
    private final String[] labelNames;
    private final Map<Labels, LongAdder> counts = new ConcurrentHashMap<>();

    NamedCounts(String name, String help, String... labelNames) {
        this.name = name;
        this.help = help;
        this.labelNames = labelNames;
    }

    void count(String... labelValues) {
        counts.computeIfAbsent(Labels.of(labelNames, labelValues), _ -> new LongAdder())
                .increment();
    }

    @Override
    public MetricSnapshot collect() {
        var snapshot = UnknownSnapshot.builder().name(name).help(help);
        counts.forEach((labels, count) -> snapshot.dataPoint(UnknownDataPointSnapshot.builder()
                .labels(labels)
                .value(count.doubleValue())
                .build()));
        return snapshot.build();
    }
}
