package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ControllerCache.Target;
import dev.plimsoll.autoscaler.recommender.PodSample.Used;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.objects.autoscaling.ExternalMetricValueObject;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Reads external.metrics.k8s.io: one question for each pod under an object and each resource. */
final class ExternalMetrics implements Usages {
    private static final int PAGE = 500;

    private final ApiClient client;
    private final ExternalNames names;
    private final UnaryOperator<Instant> clock;

    ExternalMetrics(ApiClient client, ExternalNames names, UnaryOperator<Instant> clock) {
        this.client = client;
        this.names = names;
        this.clock = clock;
    }

    /** What is known of a pod while its resources are asked for one after the other. */
    private static final class Found {
        private final Map<String, EnumMap<Compute, Long>> containers = new HashMap<>();
        private long time = Long.MIN_VALUE;

        private Optional<PodSample> sample(ObjectName pod) {
            if (time == Long.MIN_VALUE) return Optional.empty();
            var used = new HashMap<String, Used>();
            containers.forEach((name, units) -> used.put(
                    name, new Used(units.getOrDefault(Compute.CPU, -1L), units.getOrDefault(Compute.MEMORY, -1L))));
            return Optional.of(new PodSample(pod, time, used));
        }
    }

    @Override
    public Read read(Collection<TrackedVpa> objects) {
        var samples = new HashMap<ObjectName, PodSample>();
        var failed = false;
        for (var own : objects) {
            if (!(own.target instanceof Target.Selects(var selector))) continue;
            for (var pod : own.pods) {
                var found = new Found();
                for (var compute : Compute.ALL) {
                    if (!names.of(compute).isEmpty()) failed |= !ask(pod, selector.text(), compute, found);
                }
                found.sample(pod.name()).ifPresent(sample -> samples.put(pod.name(), sample));
            }
        }
        return new Read(samples, failed ? "external.metrics.k8s.io does not tell all that pods use" : "");
    }

    private boolean ask(AutoscaledPod pod, String selector, Compute compute, Found found) {
        var metric =
                ApiResource.namespaced("external.metrics.k8s.io", "v1beta1", names.of(compute), "ExternalMetricValue");
        var labels =
                (selector.isEmpty() ? "" : selector + ",") + "pod=" + pod.name().name();
        var selection = new ObjectSelection(pod.name().namespace(), labels, "");
        if (!(client.list(metric, selection, Page.first(PAGE)) instanceof RequestResult.Done<ResourceList>(var list))) {
            return false;
        }
        for (var value : list.items()) take(new ExternalMetricValueObject(value), compute, found);
        return true;
    }

    private void take(ExternalMetricValueObject value, Compute compute, Found found) {
        var container = value.metricLabels().getOrDefault(names.containerLabel(), "");
        var time = value.timestamp();
        if (container.isEmpty() || time.isEmpty()) return;
        found.time = Math.max(found.time, clock.apply(time.get()).toEpochMilli());
        found.containers
                .computeIfAbsent(container, _ -> new EnumMap<>(Compute.class))
                .put(compute, value.value().map(compute::units).orElse(-1L));
    }
}
