package dev.plimsoll.controllers.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectList;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Selection;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.core.estimation.replicas.ScaledPod;
import dev.plimsoll.core.estimation.replicas.ScaledPod.Readiness;
import dev.plimsoll.core.estimation.replicas.Usage;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The pods that a selector selects, with what metrics.k8s.io says that they use. Autoscalers are few: both are asked for anew. */
final class PodUsages {
    private static final ApiResource POD_METRICS =
            ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");
    private static final int PAGE = 500;
    private static final Duration USUAL_WINDOW = Duration.ofMinutes(1);

    private final ApiClient client;

    PodUsages(ApiClient client) {
        this.client = client;
    }

    /** Pods with their use, or why nothing can be said. */
    sealed interface Seen {
        record Pods(List<ScaledPod> pods) implements Seen {}

        /** The pods themselves cannot be had. */
        record NoPods(String problem) implements Seen {}

        /** What they use cannot be had; the message lacks what it was asked for. */
        record NoUsage(String problem) implements Seen {}
    }

    Seen of(String namespace, String selector) {
        var listed = client.listAll(Kinds.PODS, Selection.inNamespace(namespace).withLabels(selector), PAGE);
        if (!(listed instanceof Outcome.Done<ObjectList>(var pods))) return new Seen.NoPods(listed.problem());
        var used = client.listAll(POD_METRICS, Selection.inNamespace(namespace), PAGE);
        if (!(used instanceof Outcome.Done<ObjectList>(var metrics))) {
            return new Seen.NoUsage("unable to fetch metrics from resource metrics API: " + used.problem());
        }
        var usages = new HashMap<String, Usage>();
        for (var item : metrics.items()) {
            usage(item).ifPresent(usage -> usages.put(item.at("/metadata/name").asText(), usage));
        }
        var scaled = new ArrayList<ScaledPod>();
        for (var document : pods.items()) {
            if (PodReader.read(document) instanceof Read.Ok<Pod>(var pod)) {
                scaled.add(scaled(document, pod, usages.get(pod.metadata().name())));
            }
        }
        var anyKnown = scaled.stream().anyMatch(pod -> pod.usage().isPresent());
        if (!scaled.isEmpty() && !anyKnown) return new Seen.NoUsage("no metrics returned from resource metrics API");
        return new Seen.Pods(scaled);
    }

    private static ScaledPod scaled(ObjectNode document, Pod pod, @Nullable Usage usage) {
        var status = document.path("status");
        var ready = Conditions.find(status, "Ready")
                .flatMap(condition -> Times.parse(
                                condition.path("lastTransitionTime").asText())
                        .map(since ->
                                new Readiness(condition.path("status").asText().equals("True"), since)));
        return new ScaledPod(
                pod, Times.parse(status.path("startTime").asText()).orElse(null), ready.orElse(null), usage);
    }

    private static java.util.Optional<Usage> usage(JsonNode item) {
        return Times.parse(item.path("timestamp").asText()).map(time -> {
            var containers = new HashMap<String, ResourceAmounts>();
            for (var container : item.path("containers")) {
                containers.put(container.path("name").asText(), amounts(container.path("usage")));
            }
            return new Usage(containers, time, window(item.path("window").asText()));
        });
    }

    private static ResourceAmounts amounts(JsonNode usage) {
        Map<ResourceName, Quantity> amounts = new TreeMap<>();
        for (var entry : usage.properties()) {
            if (Quantity.parse(entry.getValue().asText()) instanceof ParsedQuantity.Parsed(var quantity)) {
                amounts.put(ResourceName.of(entry.getKey()), quantity);
            }
        }
        return ResourceAmounts.of(amounts);
    }

    /** As Go writes lengths of time: {@code 30s}, {@code 1m0s}, {@code 17.5s}. */
    private static Duration window(String text) {
        try {
            return text.isEmpty() ? USUAL_WINDOW : Duration.parse("PT" + text.toUpperCase(java.util.Locale.ROOT));
        } catch (java.time.format.DateTimeParseException _) {
            return USUAL_WINDOW;
        }
    }
}
