package dev.plimsoll.autoscaler.observation;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes metrics of the forms that upstream has. */
final class UpstreamMetrics {
    private static final double[] LATENCIES = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300};
    private static final int MOST_LOG2 = 20;

    private final PrometheusRegistry registry;

    UpstreamMetrics(PrometheusRegistry registry) {
        this.registry = registry;
    }

    Histogram latency(String name, String help, String... labels) {
        return histogram(name, help, LATENCIES, labels);
    }

    Histogram histogram(String name, String help, double[] bounds, String... labels) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames(labels)
                .register(registry);
    }

    Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    /** Numbers of one round whose name ends in {@code _total} all the same. */
    RoundTotal roundTotal(String name, String help, String... labels) {
        var values = new RoundTotal();
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(told -> values.values.forEach((key, value) -> told.call(value, key.split("\n", -1))))
                .register(registry);
        return values;
    }

    /** What was counted in the last round, by label values. */
    static final class RoundTotal {
        private volatile Map<String, Double> values = new ConcurrentHashMap<>();

        void replace(Map<String, Double> round) {
            values = Map.copyOf(round);
        }
    }

    static double seconds(Duration took) {
        return took.toNanos() / 1e9;
    }

    /** The size of a workload as upstream tells it. */
    static String sizeLog2(int pods) {
        return Integer.toString(
                pods < 1 ? 0 : Math.min(MOST_LOG2, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(pods)));
    }

    static double[] doubling(double first, int count) {
        var bounds = new double[count];
        for (var i = 0; i < count; i++) bounds[i] = first * Math.pow(2, i);
        return bounds;
    }
}
