package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ObjectName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How a queue is doing. */
public final class QueueMetrics {
    private static final double NANOS = 1e9;

    private final String name;
    private final ControllerMetrics all;
    private final Map<ObjectName, Long> addedAt = new ConcurrentHashMap<>();
    private final Map<ObjectName, Long> takenAt = new ConcurrentHashMap<>();

    QueueMetrics(String name, ControllerMetrics all) {
        this.name = name;
        this.all = all;
    }

    void added(ObjectName key, long now) {
        addedAt.putIfAbsent(key, now);
        all.adds.labelValues(name).inc();
    }

    void depth(int size) {
        all.depth.labelValues(name).set(size);
    }

    void retried() {
        all.retries.labelValues(name).inc();
    }

    void taken(ObjectName key, long now) {
        takenAt.put(key, now);
        var added = addedAt.remove(key);
        if (added != null) all.waits.labelValues(name).observe((now - added) / NANOS);
    }

    void finished(ObjectName key, long now) {
        var taken = takenAt.remove(key);
        if (taken != null) all.works.labelValues(name).observe((now - taken) / NANOS);
    }

    String name() {
        return name;
    }

    /** Seconds of all work that is not done. */
    double unfinished(long now) {
        return takenAt.values().stream()
                .mapToDouble(taken -> (now - taken) / NANOS)
                .sum();
    }

    double longest(long now) {
        return takenAt.values().stream()
                .mapToDouble(taken -> (now - taken) / NANOS)
                .max()
                .orElse(0);
    }
}
