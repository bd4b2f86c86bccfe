package dev.plimsoll.nodeagent.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/** A counter under a name that does not end in {@code _total}, as a few of Kubernetes' do; it is shown without a type. */
final class PlainCounter implements Collector {
    private final String name;
    private final String help;
    private final String[] labelNames;
    private final ConcurrentHashMap<Labels, DoubleAdder> counts = new ConcurrentHashMap<>();

    PlainCounter(String name, String help, String... labelNames) {
        this.name = name;
        this.help = help;
        this.labelNames = labelNames;
    }

    void add(double amount, String... labelValues) {
        counts.computeIfAbsent(Labels.of(labelNames, labelValues), _ -> new DoubleAdder())
                .add(amount);
    }

    @Override
    public MetricSnapshot collect() {
        var snapshot = UnknownSnapshot.builder().name(name).help(help);
        counts.forEach((labels, count) -> snapshot.dataPoint(UnknownSnapshot.UnknownDataPointSnapshot.builder()
                .labels(labels)
                .value(count.sum())
                .build()));
        return snapshot.build();
    }
}
