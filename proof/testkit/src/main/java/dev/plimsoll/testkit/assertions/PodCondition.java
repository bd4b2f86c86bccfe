package dev.plimsoll.testkit.assertions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is asserted of a pod. It needs no assertion library: tests in another process ask for it by its name.
 *
 * @param what as in "expected pod default/web to run"
 */
public record PodCondition(String what, Predicate<ObjectNode> test) {
    /** All its containers were started. */
    static PodCondition isRunning() {
        return new PodCondition(
                "to run", pod -> pod.at("/status/phase").asText().equals("Running"));
    }

    static PodCondition isOn(String node) {
        return new PodCondition(
                "to be on " + node, pod -> pod.at("/spec/nodeName").asText().equals(node));
    }

    /** A container has this much of a resource, in fact: what its node says, not what was asked for. */
    static PodCondition isResizedTo(String container, String resource, String request) {
        if (!(Quantity.parse(request) instanceof ParsedQuantity.Parsed(var wanted)))
            throw new IllegalArgumentException("expected a quantity such as 500m or 2Gi, not \"" + request + "\"");
        return new PodCondition("to have " + resource + "=" + request + " in container " + container, pod -> {
            for (var status : pod.at("/status/containerStatuses")) {
                if (!status.path("name").asText().equals(container)) continue;
                return Quantity.parse(status.at("/resources/requests")
                                        .path(resource)
                                        .asText())
                                instanceof ParsedQuantity.Parsed(var now)
                        && now.equals(wanted)
                        && pending(pod).isEmpty();
            }
            return false;
        });
    }

    /** A resize waits for room on the node. */
    static PodCondition isDeferred() {
        return new PodCondition(
                "to have a resize that is deferred", pod -> pending(pod).equals("Deferred"));
    }

    /** A resize can never be carried out on the node. */
    static PodCondition isInfeasible() {
        return new PodCondition(
                "to have a resize that is infeasible", pod -> pending(pod).equals("Infeasible"));
    }

    /** None of its containers was started again. */
    static PodCondition wasNotRestarted() {
        return new PodCondition("to have no restarts", pod -> {
            var statuses = pod.at("/status/containerStatuses");
            for (var status : statuses) if (status.path("restartCount").asInt() > 0) return false;
            return !statuses.isMissingNode();
        });
    }

    /** By the name of the assertion that asks for it. */
    public static PodCondition named(String name, List<String> given) {
        return switch (name) {
            case "isRunning" -> isRunning();
            case "isOn" -> isOn(given.getFirst());
            case "isResizedTo" -> isResizedTo(given.getFirst(), given.get(1), given.get(2));
            case "isDeferred" -> isDeferred();
            case "isInfeasible" -> isInfeasible();
            case "wasNotRestarted" -> wasNotRestarted();
            default -> throw new IllegalArgumentException("there is no assertion " + name + " about pods");
        };
    }

    /** Of an event: that it tells this of that pod. */
    public static Predicate<ObjectNode> eventOf(String pod, String reason) {
        return event -> event.path("reason").asText().equals(reason)
                && event.at("/involvedObject/kind").asText().equals("Pod")
                && event.at("/involvedObject/name").asText().equals(pod);
    }

    private static String pending(JsonNode pod) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("PodResizePending"))
                return condition.path("reason").asText();
        }
        return "";
    }
}
