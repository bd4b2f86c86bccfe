package dev.plimsoll.benchmarks.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.WatchStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts, by a watch, the pods of a namespace that have a node: in all, per second, and how long each took from its creation. */
final class BoundPods implements AutoCloseable {
    private final WatchStream stream;
    private final Thread watcher;
    private final Map<String, Long> created = new HashMap<>();
    private final List<Long> moments = new ArrayList<>();
    private final List<Long> latencies = new ArrayList<>();

    BoundPods(ApiClient client, String namespace) {
        stream = client.watch(ApiResource.PODS, ObjectSelection.inNamespace(namespace), "", Duration.ofHours(1))
                .done()
                .orElseThrow();
        watcher = Thread.ofVirtual().name("bound-pods").start(this::watch);
    }

    private void watch() {
        try {
            for (var event = stream.next(); event.isPresent(); event = stream.next()) {
                switch (event.get()) {
                    case WatchEvent.Added(var pod) -> look(pod);
                    case WatchEvent.Modified(var pod) -> look(pod);
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> {}
                }
            }
        } catch (IOException _) {
            Thread.currentThread().interrupt(); // the end of the run
        }
    }

    private synchronized void look(ObjectNode pod) {
        var name = pod.at("/metadata/name").asText();
        var now = System.nanoTime();
        if (pod.at("/spec/nodeName").asText().isEmpty()) {
            created.putIfAbsent(name, now);
            return;
        }
        var since = created.put(name, -1L);
        if (since != null && since == -1L) return;
        moments.add(now);
        if (since != null) latencies.add(now - since);
        notifyAll();
    }

    synchronized void await(int count) throws InterruptedException {
        while (moments.size() < count) wait();
    }

    /** Upstream's samples: pods per second of each second after the first, and how long pods waited as the watch saw it. */
    synchronized String report() {
        var rates = new ArrayList<Double>();
        var first = moments.getFirst();
        var seconds = (int) ((moments.getLast() - first) / 1_000_000_000L);
        for (var s = 1; s <= seconds; s++) {
            var from = first + (s - 1) * 1_000_000_000L;
            var count = moments.stream()
                    .filter(at -> at >= from && at < from + 1_000_000_000L)
                    .count();
            rates.add((double) count);
        }
        rates.sort(null);
        latencies.sort(null);
        return String.format(
                Locale.ROOT,
                "per second: average %.0f, p50 %.0f, least %.0f; seen to bound: p50 %.0f ms, p99 %.0f ms",
                rates.stream().mapToDouble(Double::doubleValue).average().orElse(0),
                rates.isEmpty() ? 0 : rates.get(rates.size() / 2),
                rates.isEmpty() ? 0 : rates.getFirst(),
                latencies.isEmpty() ? 0 : latencies.get(latencies.size() / 2) / 1e6,
                latencies.isEmpty() ? 0 : latencies.get((int) (latencies.size() * 0.99)) / 1e6);
    }

    @Override
    public void close() {
        stream.close();
        watcher.interrupt();
    }
}
