package dev.plimsoll.controllers.autoscaling;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.workloads.horizontal.MeasuredPods;
import dev.plimsoll.core.workloads.horizontal.PodMetricUsage;
import dev.plimsoll.core.workloads.horizontal.ScaledPod;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Readiness;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/** The pods that a selector selects, with what metrics.k8s.io says that they use. Autoscalers are few: both are asked for anew. */
final class PodUsages {
    private static final int PAGE = 500;

    private final ApiClient client;

    PodUsages(ApiClient client) {
        this.client = client;
    }

    MeasuredPods of(String namespace, String selector) {
        var listed = client.listAll(
                ApiResource.PODS, ObjectSelection.inNamespace(namespace).withLabels(selector), PAGE);
        if (!(listed instanceof RequestResult.Done<ResourceList>(var pods)))
            return new MeasuredPods.NoPods(listed.problem());
        var used = client.listAll(ApiResource.POD_METRICS, ObjectSelection.inNamespace(namespace), PAGE);
        if (!(used instanceof RequestResult.Done<ResourceList>(var metrics))) {
            return new MeasuredPods.NoUsage("unable to fetch metrics from resource metrics API: " + used.problem());
        }
        var usages = new HashMap<String, PodMetricUsage>();
        for (var item : metrics.items()) {
            var measured = new PodMetricsObject(item);
            measured.usage().ifPresent(usage -> usages.put(measured.name().name(), usage));
        }
        var scaled = new ArrayList<ScaledPod>();
        for (var document : pods.items()) {
            var object = PodObject.KIND.of(document);
            if (object.view() instanceof Read.Ok<Pod>(var pod)) {
                scaled.add(scaled(object, pod, usages.get(pod.metadata().name())));
            }
        }
        var anyKnown = scaled.stream().anyMatch(pod -> pod.usage().isPresent());
        if (!scaled.isEmpty() && !anyKnown)
            return new MeasuredPods.NoUsage("no metrics returned from resource metrics API");
        return new MeasuredPods.Pods(scaled);
    }

    private static ScaledPod scaled(PodObject object, Pod pod, @Nullable PodMetricUsage usage) {
        var ready = object.conditions()
                .find("Ready")
                .filter(condition -> condition.lastTransition().isAfter(Instant.EPOCH))
                .map(condition -> new Readiness(condition.status().equals("True"), condition.lastTransition()));
        return new ScaledPod(pod, object.startTime().orElse(null), ready.orElse(null), usage);
    }
}
