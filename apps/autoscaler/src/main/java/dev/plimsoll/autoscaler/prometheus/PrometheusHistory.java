package dev.plimsoll.autoscaler.prometheus;

import dev.plimsoll.autoscaler.prometheus.PastContainer.Use;
import dev.plimsoll.autoscaler.prometheus.PrometheusClient.Series;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.Compute;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what containers used before, one namespace at a time so that not all of it is held at once. */
public final class PrometheusHistory implements AutoCloseable {
    private static final Comparator<Use> BY_TIME = Comparator.comparingLong(Use::time);

    private final PrometheusSettings settings;
    private final PrometheusClient client;
    private final Time time;

    public PrometheusHistory(PrometheusSettings settings, PrometheusClient.Requests requests, Time time) {
        this.settings = settings;
        this.client = new PrometheusClient(settings.server(), requests, time);
        this.time = time;
    }

    private record Key(ObjectName pod, String container) {}

    /** All containers that used anything in a namespace. */
    public List<PastContainer> of(String namespace) throws IOException, InterruptedException {
        var now = time.instant();
        var from = now.minus(settings.length());
        var names = settings.names();
        var selector = "{job=\"" + names.cadvisorJob() + "\", " + names.containerPod() + "=~\".+\", "
                + names.container() + "!=\"POD\", " + names.container() + "!=\"\", " + names.containerNamespace()
                + "=\"" + escaped(namespace) + "\"}";
        var uses = new HashMap<Key, List<Use>>();
        var rate = "rate(" + names.cpu() + selector + "[" + text(settings.resolution()) + "])";
        collect(client.range(rate, from, now, settings.resolution()), Compute.CPU, 1000, uses);
        collect(client.range(names.memory() + selector, from, now, settings.resolution()), Compute.MEMORY, 1, uses);
        if (uses.isEmpty()) return List.of();
        var labels = labels(now);
        var past = new ArrayList<PastContainer>();
        uses.forEach((key, list) -> {
            list.sort(BY_TIME);
            past.add(new PastContainer(key.pod(), key.container(), labels.getOrDefault(key.pod(), Map.of()), list));
        });
        return past;
    }

    private void collect(List<Series> all, Compute compute, double unit, Map<Key, List<Use>> uses) {
        var names = settings.names();
        for (var series : all) {
            var namespace = series.labels().get(names.containerNamespace());
            var pod = series.labels().get(names.containerPod());
            var container = series.labels().get(names.container());
            if (namespace == null || pod == null || container == null) continue;
            var list = uses.computeIfAbsent(new Key(new ObjectName(namespace, pod), container), _ -> new ArrayList<>());
            for (var point : series.points()) {
                if (Double.isFinite(point.value()) && point.value() >= 0) {
                    list.add(new Use(point.time(), compute, Compute.clipped(point.value() * unit)));
                }
            }
        }
    }

    /** The labels that pods had last. */
    private Map<ObjectName, Map<String, String>> labels(Instant now) throws IOException, InterruptedException {
        var names = settings.names();
        var latest = new HashMap<ObjectName, Long>();
        var labels = new HashMap<ObjectName, Map<String, String>>();
        for (var series : client.instant(names.podLabels() + "[" + text(settings.length()) + "]", now)) {
            var namespace = series.labels().get(names.podNamespace());
            var pod = series.labels().get(names.podName());
            if (namespace == null || pod == null || series.points().isEmpty()) continue;
            var key = new ObjectName(namespace, pod);
            var last = series.points().getLast().time();
            if (latest.getOrDefault(key, Long.MIN_VALUE) >= last) continue;
            latest.put(key, last);
            var own = new HashMap<String, String>();
            series.labels().forEach((name, value) -> {
                if (name.startsWith(names.podLabelPrefix()))
                    own.put(name.substring(names.podLabelPrefix().length()), value);
            });
            labels.put(key, own);
        }
        return labels;
    }

    private static String text(Duration duration) {
        return duration.toSeconds() + "s";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    @Override
    public void close() {
        client.close();
    }
}
