package dev.plimsoll.apiserver.metrics;

import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.Fault;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.WriteOutcome;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;

/** A store whose answers are timed, under the name that dashboards know, whichever store it is. */
public final class MeteredStore implements Store {
    private final Store store;
    private final DistributionDataPoint gets;
    private final DistributionDataPoint lists;
    private final DistributionDataPoint counts;
    private final DistributionDataPoint creates;
    private final DistributionDataPoint updates;
    private final DistributionDataPoint deletes;

    MeteredStore(Store store, PrometheusRegistry registry) {
        this.store = store;
        var durations = Histogram.builder()
                .name("etcd_request_duration_seconds")
                .help("How long the store took.")
                .labelNames("operation")
                .classicOnly()
                .classicUpperBounds(
                        0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10)
                .withoutExemplars()
                .register(registry);
        gets = durations.labelValues("get");
        lists = durations.labelValues("list");
        counts = durations.labelValues("count");
        creates = durations.labelValues("create");
        updates = durations.labelValues("update");
        deletes = durations.labelValues("delete");
    }

    private static void took(DistributionDataPoint operation, long began) {
        operation.observe((System.nanoTime() - began) / 1e9);
    }

    @Override
    public long revision() {
        return store.revision();
    }

    @Override
    public Lookup.Settled get(String key) {
        var began = System.nanoTime();
        try {
            return store.get(key);
        } finally {
            took(gets, began);
        }
    }

    @Override
    public Lookup get(String key, long revision) {
        var began = System.nanoTime();
        try {
            return store.get(key, revision);
        } finally {
            took(gets, began);
        }
    }

    @Override
    public RangeResult list(Range range) {
        var began = System.nanoTime();
        try {
            return store.list(range);
        } finally {
            took(lists, began);
        }
    }

    @Override
    public long count(String prefix) {
        var began = System.nanoTime();
        try {
            return store.count(prefix);
        } finally {
            took(counts, began);
        }
    }

    @Override
    public CreateOutcome create(String key, byte[] value) {
        var began = System.nanoTime();
        try {
            return store.create(key, value);
        } finally {
            took(creates, began);
        }
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected, FencingKey fencingKey) {
        var began = System.nanoTime();
        try {
            return store.replace(key, value, expected, fencingKey);
        } finally {
            took(updates, began);
        }
    }

    @Override
    public WriteOutcome replace(String key, byte[] value, long expected) {
        var began = System.nanoTime();
        try {
            return store.replace(key, value, expected);
        } finally {
            took(updates, began);
        }
    }

    @Override
    public WriteOutcome delete(String key, long expected) {
        var began = System.nanoTime();
        try {
            return store.delete(key, expected);
        } finally {
            took(deletes, began);
        }
    }

    @Override
    public Watch watch(String prefix, long after) {
        return store.watch(prefix, after);
    }

    @Override
    public Compaction compact(long revision) {
        return store.compact(revision);
    }

    @Override
    public Optional<Fault> fault() {
        return store.fault();
    }

    @Override
    public void close() {
        store.close();
    }
}
