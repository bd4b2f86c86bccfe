package dev.plimsoll.cli.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.explain.node.NodeHoldings;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * What a node would make of a resize that the API server accepts, by what it and its pods say of themselves. What only the node knows
 * is left out: memory in use, and CPUs that are given to single containers.
 */
record ResizePrediction(ResizeProgress.Phase phase, List<String> reasons) {
    ResizePrediction {
        reasons = List.copyOf(reasons);
    }

    /**
     * Foretells it.
     *
     * @param before the pod as it is
     * @param after the pod as the API server would store it
     */
    static ResizePrediction of(ObjectNode before, ObjectNode after, NodeHoldings node) {
        if (!(PodReader.read(before) instanceof Read.Ok<Pod>(var old))
                || !(PodReader.read(after) instanceof Read.Ok<Pod>(var resized))) {
            return new ResizePrediction(ResizeProgress.Phase.ASKED, List.of("the pod cannot be read"));
        }
        var shortages = node.shortages(
                old, PodDemand.AS_WRITTEN.requests(old.spec()), PodDemand.AS_WRITTEN.requests(resized.spec()));
        if (shortages.isEmpty()) return new ResizePrediction(ResizeProgress.Phase.DONE, remarks(before, after));
        var isBeyond = shortages.stream().anyMatch(InsufficientResource::isBeyondNode);
        var reasons = new ArrayList<String>();
        for (var each : shortages) {
            var holders = node.holders(old, each.resource());
            var missing = each.message() + ". Missing: " + each.resource() + " "
                    + InsufficientResource.amount(each.resource(), each.missing());
            reasons.add(each.isBeyondNode() || holders.isEmpty() ? each.message() : missing + ", held by " + holders);
        }
        return new ResizePrediction(
                isBeyond ? ResizeProgress.Phase.INFEASIBLE : ResizeProgress.Phase.DEFERRED, reasons);
    }

    /** What comes along with a resize that is done. */
    private static List<String> remarks(ObjectNode before, ObjectNode after) {
        var remarks = new ArrayList<String>();
        for (var list : List.of("containers", "initContainers")) {
            for (var container : after.path("spec").path(list)) {
                var name = container.path("name").asText();
                var old = ResizeProgress.named(before.path("spec"), name).path("resources");
                for (var resource : List.of("cpu", "memory")) {
                    if (isSame(old, container.path("resources"), resource)) continue;
                    if (restarts(container, resource)) remarks.add("container " + name + " is restarted for it");
                    if (resource.equals("memory") && isLess(old, container.path("resources"))) {
                        remarks.add("the memory limit of " + name
                                + " shrinks: the node waits as long as more than that is in use");
                    }
                }
            }
        }
        return remarks.stream().distinct().toList();
    }

    private static boolean restarts(JsonNode container, String resource) {
        for (var policy : container.path("resizePolicy")) {
            if (policy.path("resourceName").asText().equals(resource))
                return policy.path("restartPolicy").asText().equals("RestartContainer");
        }
        return false;
    }

    private static boolean isSame(JsonNode one, JsonNode other, String resource) {
        return one.path("requests").path(resource).equals(other.path("requests").path(resource))
                && one.path("limits").path(resource).equals(other.path("limits").path(resource));
    }

    private static boolean isLess(JsonNode before, JsonNode after) {
        return Quantity.parse(before.path("limits").path("memory").asText()) instanceof ParsedQuantity.Parsed(var old)
                && Quantity.parse(after.path("limits").path("memory").asText())
                        instanceof ParsedQuantity.Parsed(var now)
                && now.isLessThan(old);
    }
}
