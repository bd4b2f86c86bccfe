package dev.plimsoll.cli.resize;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a resize is, as a pod shows it.
 *
 * @param amounts of the resources that were asked for, in that order
 */
record ResizeProgress(Phase phase, String reason, List<Amount> amounts) {
    ResizeProgress {
        amounts = List.copyOf(amounts);
    }

    enum Phase {
        /** The node has not looked at it yet. */
        ASKED,
        IN_PROGRESS,
        DEFERRED,
        INFEASIBLE,
        /** A step failed and is tried again. */
        FAILING,
        DONE
    }

    /** One resource in the states that the API shows; empty texts where it shows nothing. */
    record Amount(String name, String desired, String allocated, String actual) {
        boolean isSettled() {
            return same(desired, actual) && (allocated.isEmpty() || same(desired, allocated));
        }

        private static boolean same(String one, String other) {
            if (one.equals(other)) return true;
            return Quantity.parse(one) instanceof ParsedQuantity.Parsed(var first)
                    && Quantity.parse(other) instanceof ParsedQuantity.Parsed(var second)
                    && first.compareTo(second) == 0;
        }
    }

    /**
     * Reads it from a pod.
     *
     * @param container empty for the pod as a whole
     */
    static ResizeProgress of(JsonNode pod, String container, List<String> resources) {
        var status = status(pod, container);
        var spec = container.isEmpty() ? pod.path("spec") : named(pod.path("spec"), container);
        var amounts = new java.util.ArrayList<Amount>();
        for (var resource : resources) {
            for (var kind : List.of("requests", "limits")) {
                var desired = spec.path("resources").path(kind).path(resource).asText();
                if (desired.isEmpty()) continue;
                amounts.add(new Amount(
                        kind + "." + resource,
                        desired,
                        kind.equals("requests")
                                ? status.path("allocatedResources")
                                        .path(resource)
                                        .asText()
                                : "",
                        status.path("resources").path(kind).path(resource).asText()));
            }
        }
        return judged(pod, amounts);
    }

    private static ResizeProgress judged(JsonNode pod, List<Amount> amounts) {
        var generation = pod.path("metadata").path("generation").asLong();
        var observed = pod.path("status").path("observedGeneration").asLong(generation);
        // What the status says is about an earlier resize as long as the node has not seen this one.
        if (observed < generation) return new ResizeProgress(Phase.ASKED, "", amounts);
        var pending = condition(pod, "PodResizePending");
        if (pending != null) {
            var phase = pending.path("reason").asText().equals("Infeasible") ? Phase.INFEASIBLE : Phase.DEFERRED;
            return new ResizeProgress(phase, pending.path("message").asText(), amounts);
        }
        var progress = condition(pod, "PodResizeInProgress");
        if (progress != null) {
            var isFailing = progress.path("reason").asText().equals("Error");
            return new ResizeProgress(
                    isFailing ? Phase.FAILING : Phase.IN_PROGRESS,
                    progress.path("message").asText(),
                    amounts);
        }
        var isSettled = amounts.stream().allMatch(Amount::isSettled);
        return new ResizeProgress(isSettled ? Phase.DONE : Phase.ASKED, "", amounts);
    }

    private static @Nullable JsonNode condition(JsonNode pod, String type) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)
                    && condition.path("status").asText().equals("True")) return condition;
        }
        return null;
    }

    private static JsonNode status(JsonNode pod, String container) {
        if (container.isEmpty()) return pod.path("status");
        for (var list : List.of("containerStatuses", "initContainerStatuses")) {
            for (var status : pod.path("status").path(list)) {
                if (status.path("name").asText().equals(container)) return status;
            }
        }
        return pod.path("status").path("nothing");
    }

    static JsonNode named(JsonNode spec, String container) {
        for (var list : List.of("containers", "initContainers")) {
            for (var entry : spec.path(list)) if (entry.path("name").asText().equals(container)) return entry;
        }
        return spec.path("nothing");
    }
}
