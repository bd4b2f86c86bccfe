package dev.plimsoll.cli.usage;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.autoscaler.prometheus.PrometheusClient.Points;
import dev.plimsoll.cli.prometheus.HistoryRange;
import dev.plimsoll.cli.prometheus.PrometheusQuery;
import dev.plimsoll.cli.usage.RecordedUsageOptions.Outcome;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.usage.RecordedUsage;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads the use of all containers of a cluster from Prometheus, one namespace after the other: beside what it gives it holds the CPU of one
 * namespace, until the memory of the same has come.
 */
final class PrometheusRecording {
    private final PrometheusClient client;
    private final HistoryRange range;
    private final Consumer<String> progress;
    private final RecordedUsage.Builder usage = new RecordedUsage.Builder();

    PrometheusRecording(PrometheusClient client, HistoryRange range, Consumer<String> progress) {
        this.client = client;
        this.range = range;
        this.progress = progress;
    }

    /** CPU by time, in the order of time. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes them
    private record Cores(long[] times, int[] milliCores) {}

    Outcome read(Collection<String> namespaces, Function<String, PrometheusQuery> queries) throws InterruptedException {
        try {
            var done = 0;
            for (var namespace : namespaces) {
                read(namespace, queries.apply(namespace));
                progress.accept(
                        "plimsoll: " + ++done + " of " + namespaces.size() + " namespaces read from Prometheus");
            }
        } catch (IOException unanswered) {
            return new Outcome.Unreadable(List.of(String.valueOf(unanswered.getMessage())));
        }
        var read = usage.build();
        return read.series().isEmpty()
                ? new Outcome.Unreadable(List.of("Prometheus has no samples of these namespaces between " + range.from()
                        + " and " + range.to()
                        + "; check the names of labels and metrics, and that --history-resolution "
                        + range.resolution().toSeconds() + "s is at least twice the time between two scrapes"))
                : new Outcome.Recorded(read, List.of());
    }

    private void read(String namespace, PrometheusQuery query) throws IOException, InterruptedException {
        var cores = new HashMap<UsageSeries.Id, Cores>();
        ask(query.cpu(range.resolution()), (labels, points) -> cores.put(id(namespace, query, labels), cores(points)));
        ask(query.memory(), (labels, points) -> {
            var id = id(namespace, query, labels);
            var own = cores.get(id);
            if (own != null) join(id, own, points);
        });
    }

    private void ask(String query, PrometheusClient.SeriesSink sink) throws IOException, InterruptedException {
        client.range(query, range.from(), range.to(), range.resolution(), sink);
    }

    private static UsageSeries.Id id(String namespace, PrometheusQuery query, Map<String, String> labels) {
        return new UsageSeries.Id(
                namespace,
                "",
                labels.getOrDefault(query.podLabel(), ""),
                labels.getOrDefault(query.containerLabel(), ""));
    }

    private static Cores cores(Points points) {
        var times = new long[points.count()];
        var milliCores = new int[points.count()];
        for (var i = 0; i < times.length; i++) {
            times[i] = points.time(i);
            var value = points.value(i);
            milliCores[i] = value >= 0 && Double.isFinite(value)
                    ? Math.clamp(Compute.clipped(Math.ceil(value * 1000)), 0, Integer.MAX_VALUE)
                    : -1;
        }
        return new Cores(times, milliCores);
    }

    /** Both answers have points at the same times: those of the range. A moment that lacks one of the two is passed over. */
    private void join(UsageSeries.Id id, Cores cores, Points memory) {
        var at = 0;
        for (var i = 0; i < memory.count(); i++) {
            while (at < cores.times().length && cores.times()[at] < memory.time(i)) at++;
            if (at == cores.times().length) return;
            var bytes = memory.value(i);
            var isWhole = cores.times()[at] == memory.time(i) && cores.milliCores()[at] >= 0;
            if (isWhole && bytes >= 0 && Double.isFinite(bytes)) {
                usage.add(id, memory.time(i), cores.milliCores()[at], Compute.clipped(bytes));
            }
        }
    }
}
