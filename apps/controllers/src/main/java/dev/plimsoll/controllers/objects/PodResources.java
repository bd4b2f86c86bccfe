package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.Map;

/**
 * The resources that a pod asks for, part by part, and how its last resize goes.
 *
 * @param parts by {@code containers/NAME}, {@code initContainers/NAME}, or empty for the pod itself
 * @param pendingReason why a resize waits: {@code Deferred} or {@code Infeasible}; empty if none does
 * @param isObserved whether the node has seen the newest spec
 */
public record PodResources(
        Map<String, JsonNode> parts, String pendingReason, boolean isInProgress, boolean isObserved) {
    private static final String RESOURCES = "resources";

    public PodResources {
        parts = Map.copyOf(parts);
    }

    static PodResources of(JsonNode pod) {
        var status = pod.path("status");
        var generation = pod.path("metadata").path("generation").asLong();
        return new PodResources(
                partsOf(pod.path("spec")),
                Conditions.is(status, "PodResizePending", "True") ? Conditions.reason(status, "PodResizePending") : "",
                Conditions.is(status, "PodResizeInProgress", "True"),
                status.path("observedGeneration").asLong() >= generation);
    }

    /** Requests and limits of each part of a pod's spec. */
    public static Map<String, JsonNode> partsOf(JsonNode podSpec) {
        var parts = new HashMap<String, JsonNode>();
        if (!podSpec.path(RESOURCES).isEmpty()) parts.put("", amounts(podSpec.path(RESOURCES)));
        for (var list : new String[] {"containers", "initContainers"}) {
            for (var container : podSpec.path(list)) {
                var amounts = amounts(container.path(RESOURCES));
                if (!amounts.isEmpty())
                    parts.put(list + "/" + container.path("name").asText(), amounts);
            }
        }
        return parts;
    }

    private static JsonNode amounts(JsonNode resources) {
        if (!resources.isObject()) return MissingNode.getInstance();
        var amounts = dev.plimsoll.client.Json.object();
        for (var kind : new String[] {"limits", "requests"}) {
            if (!resources.path(kind).isEmpty()) amounts.set(kind, resources.get(kind));
        }
        return amounts;
    }
}
