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
    private final String label;
    private final ConcurrentHashMap<String, DoubleAdder> counts = new ConcurrentHashMap<>();

    PlainCounter(String name, String help, String label) {
        this.name = name;
        this.help = help;
        this.label = label;
    }

    void add(String labelValue, double amount) {
        counts.computeIfAbsent(labelValue, _ -> new DoubleAdder()).add(amount);
    }

    @Override
    public MetricSnapshot collect() {
        var snapshot = UnknownSnapshot.builder().name(name).help(help);
        counts.forEach((value, count) -> snapshot.dataPoint(UnknownSnapshot.UnknownDataPointSnapshot.builder()
                .labels(Labels.of(label, value))
                .value(count.sum())
                .build()));
        return snapshot.build();
    }
}
