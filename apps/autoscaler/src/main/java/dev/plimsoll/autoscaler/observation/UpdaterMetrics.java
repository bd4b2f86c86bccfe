package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.autoscaler.observation.UpstreamMetrics.RoundTotal;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code vpa_updater_*}. */
public final class UpdaterMetrics {
    private static final String SIZE = "vpa_size_log2";
    private static final String MODE = "update_mode";

    private final Histogram execution;
    private final RoundTotal controlled;
    private final RoundTotal evictable;
    private final RoundTotal vpasEvictable;
    private final RoundTotal vpasEvicted;
    private final RoundTotal resizable;
    private final RoundTotal vpasResizable;
    private final RoundTotal vpasResized;
    private final Counter evicted;
    private final Counter resized;
    private final Counter failedEvictions;
    private final Counter failedResizes;
    private final Counter skipped;
    private final Counter infeasible;
    private final Gauge sources;

    public UpdaterMetrics(PrometheusRegistry registry) {
        var families = new UpstreamMetrics(registry);
        execution =
                families.latency("vpa_updater_execution_latency_seconds", "How long steps of a round take.", "step");
        controlled = families.roundTotal("vpa_updater_controlled_pods", "Pods under some object.", SIZE, MODE);
        evictable = families.roundTotal("vpa_updater_evictable_pods", "Pods that need other resources.", SIZE, MODE);
        vpasEvictable =
                families.roundTotal("vpa_updater_vpas_with_evictable_pods", "Objects with such pods.", SIZE, MODE);
        vpasEvicted =
                families.roundTotal("vpa_updater_vpas_with_evicted_pods", "Objects with evicted pods.", SIZE, MODE);
        resizable = families.roundTotal("vpa_updater_in_place_updatable_pods", "Pods that could be resized.", SIZE);
        vpasResizable =
                families.roundTotal("vpa_updater_vpas_with_in_place_updatable_pods", "Objects with such pods.", SIZE);
        vpasResized =
                families.roundTotal("vpa_updater_vpas_with_in_place_updated_pods", "Objects with resized pods.", SIZE);
        evicted = families.counter("vpa_updater_evicted_pods", "Pods evicted.", SIZE, MODE);
        resized = families.counter("vpa_updater_in_place_updated_pods", "Pods resized.", SIZE);
        failedEvictions = families.counter(
                "vpa_updater_failed_eviction_attempts", "Evictions that failed.", SIZE, MODE, "reason");
        failedResizes = families.counter(
                "vpa_updater_failed_in_place_update_attempts", "Resizes that failed.", SIZE, MODE, "reason");
        infeasible = families.counter(
                "vpa_updater_in_place_infeasible_skip_pods",
                "Pods that were not resized because their node could not do it before.",
                SIZE);
        sources = families.gauge(
                "vpa_resources_get_resources_count", "Where the resources of containers were read.", "source");
        skipped = families.counter(
                "vpa_updater_pod_level_skipped",
                "Pods that were left alone though they need other resources.",
                "reason");
    }

    /** What one object's pods came to in a round. */
    public record Tally(VpaObject vpa, int pods, int candidates, int resized, int evicted) {}

    public void round(RoundTimes laps, List<Tally> tallies) {
        laps.steps().forEach((step, took) -> execution.labelValues(step).observe(UpstreamMetrics.seconds(took)));
        execution.labelValues("total").observe(UpstreamMetrics.seconds(laps.total()));
        var sums = new HashMap<RoundTotal, Map<String, Double>>();
        for (var tally : tallies) {
            var size = UpstreamMetrics.sizeLog2(tally.pods());
            var both = size + "\n" + tally.vpa().mode().text();
            add(sums, controlled, both, tally.pods());
            add(sums, evictable, both, tally.candidates());
            add(sums, vpasEvictable, both, tally.candidates() > 0 ? 1 : 0);
            add(sums, vpasEvicted, both, tally.evicted() > 0 ? 1 : 0);
            if (!tally.vpa().mode().isInPlace()) continue;
            add(sums, resizable, size, tally.candidates());
            add(sums, vpasResizable, size, tally.candidates() > 0 ? 1 : 0);
            add(sums, vpasResized, size, tally.resized() > 0 ? 1 : 0);
        }
        for (var total :
                List.of(controlled, evictable, vpasEvictable, vpasEvicted, resizable, vpasResizable, vpasResized)) {
            total.replace(sums.getOrDefault(total, Map.of()));
        }
    }

    private static void add(Map<RoundTotal, Map<String, Double>> sums, RoundTotal total, String labels, double value) {
        sums.computeIfAbsent(total, _ -> new HashMap<>()).merge(labels, value, Double::sum);
    }

    public void evicted(VpaObject vpa, int pods) {
        evicted.labelValues(UpstreamMetrics.sizeLog2(pods), vpa.mode().text()).inc();
    }

    public void resized(int pods) {
        resized.labelValues(UpstreamMetrics.sizeLog2(pods)).inc();
    }

    public void evictionFailed(VpaObject vpa, int pods, String reason) {
        failedEvictions
                .labelValues(UpstreamMetrics.sizeLog2(pods), vpa.mode().text(), reason)
                .inc();
    }

    public void resizeFailed(VpaObject vpa, int pods, String reason) {
        failedResizes
                .labelValues(UpstreamMetrics.sizeLog2(pods), vpa.mode().text(), reason)
                .inc();
    }

    public void infeasible(int pods) {
        infeasible.labelValues(UpstreamMetrics.sizeLog2(pods)).inc();
    }

    /** The resources of a pod's containers were read: from what its node says, or from what it asks for. */
    public void read(Pod pod) {
        for (var container : pod.spec().containers()) {
            var told = pod.status().container(container.name());
            var isTold = told.isPresent() && told.get().resources().isDeclared();
            sources.labelValues(isTold ? "container_status" : "pod_spec_container")
                    .inc();
        }
    }

    public void skipped(String reason) {
        skipped.labelValues(reason).inc();
    }
}
