package dev.plimsoll.cli.usage;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.autoscaler.prometheus.PrometheusClient.Series;
import dev.plimsoll.cli.prometheus.HistoryRange;
import dev.plimsoll.cli.prometheus.PrometheusQuery;
import dev.plimsoll.core.estimation.Compute;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** Reads recorded use from Prometheus, a bounded stretch of time after the other. */
final class PrometheusUsage {
    /** Points of each series in one answer; Prometheus refuses more than 11,000. */
    private static final int POINTS = 1000;

    private final PrometheusClient client;
    private final URI address;

    /** @param address for messages */
    PrometheusUsage(PrometheusClient client, URI address) {
        this.client = client;
        this.address = address;
    }

    private record Container(String pod, String name) {}

    /** CPU or memory that is not there is negative. */
    private record Use(double cores, double bytes) {}

    UsageRead read(PrometheusQuery query, HistoryRange range, UsageSink sink, LongConsumer progress)
            throws InterruptedException {
        var rows = 0L;
        var step = range.resolution();
        try {
            for (var from = range.from(); from.isBefore(range.to()); from = from.plus(step.multipliedBy(POINTS))) {
                var last = from.plus(step.multipliedBy(POINTS - 1));
                var to = last.isAfter(range.to()) ? range.to() : last;
                rows += feed(stretch(query, new HistoryRange(from, to, step)), sink);
                progress.accept(rows);
            }
        } catch (IOException unanswered) {
            return new UsageRead.Malformed(List.of(String.valueOf(unanswered.getMessage())));
        }
        if (rows == 0) {
            return new UsageRead.Malformed(List.of(address + ": no samples between " + range.from() + " and "
                    + range.to() + " for " + query.memory()
                    + "; check --namespace, --pods and the names of labels and metrics"));
        }
        return new UsageRead.Done(rows, List.of());
    }

    private SortedMap<Long, Map<Container, Use>> stretch(PrometheusQuery query, HistoryRange range)
            throws IOException, InterruptedException {
        var uses = new TreeMap<Long, Map<Container, Use>>();
        collect(query, ask(query.cpu(range.resolution()), range), uses, cores -> new Use(cores, -1));
        collect(query, ask(query.memory(), range), uses, bytes -> new Use(-1, bytes));
        return uses;
    }

    private interface Half {
        Use of(double value);
    }

    private static void collect(
            PrometheusQuery query, List<Series> result, SortedMap<Long, Map<Container, Use>> uses, Half half) {
        for (var series : result) {
            var container = new Container(
                    series.labels().getOrDefault(query.podLabel(), ""),
                    series.labels().getOrDefault(query.containerLabel(), ""));
            for (var point : series.points()) {
                uses.computeIfAbsent(point.time(), _ -> new HashMap<>())
                        .merge(container, half.of(point.value()), PrometheusUsage::joined);
            }
        }
    }

    private static Use joined(Use one, Use other) {
        return new Use(Math.max(one.cores(), other.cores()), Math.max(one.bytes(), other.bytes()));
    }

    private static long feed(SortedMap<Long, Map<Container, Use>> uses, UsageSink sink) {
        var rows = 0L;
        for (var moment : uses.entrySet()) {
            for (var entry : moment.getValue().entrySet()) {
                var use = entry.getValue();
                if (!(use.cores() >= 0) || !(use.bytes() >= 0)) continue;
                sink.sample(
                        moment.getKey(),
                        "",
                        "",
                        entry.getKey().pod(),
                        entry.getKey().name(),
                        Compute.clipped(Math.ceil(use.cores() * 1000)),
                        Compute.clipped(use.bytes()));
                rows++;
            }
        }
        return rows;
    }

    private List<Series> ask(String query, HistoryRange range) throws IOException, InterruptedException {
        return client.range(query, range.from(), range.to(), range.resolution());
    }
}
