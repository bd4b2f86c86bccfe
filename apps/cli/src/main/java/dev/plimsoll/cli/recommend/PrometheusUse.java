package dev.plimsoll.cli.recommend;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.cli.prometheus.HistoryRange;
import dev.plimsoll.cli.prometheus.PrometheusQuery;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What pods used, from Prometheus. It is asked for one namespace at a time, a few of them at once, and no more than one series of an
 * answer is held, but for workloads that are estimated by their pods as a whole.
 */
final class PrometheusUse {
    /** Prometheus evaluates as many queries at once as it has cores, and is not there for us alone. */
    private static final int AT_ONCE = 4;

    private final PrometheusClient client;
    private final HistoryRange range;
    private final Consumer<String> progress;

    PrometheusUse(PrometheusClient client, HistoryRange range, Consumer<String> progress) {
        this.client = client;
        this.range = range;
        this.progress = progress;
    }

    /** Why it could not be read; empty if all was. */
    String read(Collection<String> namespaces, Function<String, PrometheusQuery> queries, WorkloadUses uses)
            throws InterruptedException {
        var done = new AtomicInteger();
        try (var pool = Executors.newFixedThreadPool(
                AT_ONCE, Thread.ofPlatform().name("prometheus-", 0).factory())) {
            var tasks = new ArrayList<Future<?>>();
            for (var namespace : namespaces) {
                tasks.add(pool.submit(() -> {
                    read(namespace, queries.apply(namespace), uses);
                    progress.accept("plimsoll: " + done.incrementAndGet() + " of " + namespaces.size()
                            + " namespaces read from Prometheus");
                    return null;
                }));
            }
            return problem(tasks);
        }
    }

    private static String problem(List<Future<?>> tasks) throws InterruptedException {
        for (var task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                tasks.forEach(other -> other.cancel(true));
                if (e.getCause() instanceof IOException unanswered) return String.valueOf(unanswered.getMessage());
                throw new IllegalStateException(e.getCause());
            }
        }
        return "";
    }

    private void read(String namespace, PrometheusQuery query, WorkloadUses uses)
            throws IOException, InterruptedException {
        ask(
                query.cpu(range.resolution()),
                (labels, points) -> container(namespace, query, uses, labels)
                        .ifPresent(into ->
                                feed(points, (time, value) -> into.cpu(time, Compute.clipped(value * 1000)))));
        ask(
                query.memory(),
                (labels, points) -> container(namespace, query, uses, labels)
                        .ifPresent(into -> feed(points, (time, value) -> into.memory(time, Compute.clipped(value)))));
        uses.complete(namespace);
    }

    private static Optional<UsedContainer> container(
            String namespace, PrometheusQuery query, WorkloadUses uses, Map<String, String> labels) {
        return uses.container(
                new ObjectName(namespace, labels.getOrDefault(query.podLabel(), "")),
                labels.getOrDefault(query.containerLabel(), ""));
    }

    private void ask(String query, PrometheusClient.SeriesSink sink) throws IOException, InterruptedException {
        client.range(query, range.from(), range.to(), range.resolution(), sink);
    }

    private interface Sample {
        void at(long time, double value);
    }

    private static void feed(PrometheusClient.Points points, Sample sample) {
        for (var i = 0; i < points.count(); i++) {
            var value = points.value(i);
            if (Double.isFinite(value) && value >= 0) sample.at(points.time(i), value);
        }
    }
}
