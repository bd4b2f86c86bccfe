package dev.plimsoll.testkit.assertions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.testkit.cluster.TestCluster;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;

/** Assertions about a pod. Each waits until it holds; what fails shows the pod, its events and who wrote it. */
public final class PodAssert extends AbstractAssert<PodAssert, ObjectName> {
    private final TestCluster cluster;

    PodAssert(TestCluster cluster, String namespace, String name) {
        super(new ObjectName(namespace, name), PodAssert.class);
        this.cluster = cluster;
    }

    @CanIgnoreReturnValue
    private PodAssert until(String what, Predicate<ObjectNode> condition) {
        try {
            cluster.await(ApiResource.PODS, actual, condition);
        } catch (AssertionError e) {
            throw failure("expected pod %s %s\n%s", actual, what, e.getMessage());
        }
        return this;
    }

    /** All its containers were started. */
    @CanIgnoreReturnValue
    public PodAssert isRunning() {
        return until("to run", pod -> pod.at("/status/phase").asText().equals("Running"));
    }

    @CanIgnoreReturnValue
    public PodAssert isOn(String node) {
        return until(
                "to be on " + node, pod -> pod.at("/spec/nodeName").asText().equals(node));
    }

    /**
     * A container has this much of a resource, in fact: what its node says, not what was asked for.
     *
     * @param resource {@code cpu} or {@code memory}
     */
    @CanIgnoreReturnValue
    public PodAssert isResizedTo(String container, String resource, String request) {
        var wanted = Quantity.parse(request);
        return until("to have " + resource + "=" + request + " in container " + container, pod -> {
            for (var status : pod.at("/status/containerStatuses")) {
                if (!status.path("name").asText().equals(container)) continue;
                var now = status.at("/resources/requests").path(resource).asText();
                return !now.isEmpty()
                        && Quantity.parse(now).equals(wanted)
                        && pending(pod).isEmpty();
            }
            return false;
        });
    }

    /** A resize waits for room on the node. */
    @CanIgnoreReturnValue
    public PodAssert isDeferred() {
        return until("to have a resize that is deferred", pod -> pending(pod).equals("Deferred"));
    }

    /** A resize can never be carried out on the node. */
    @CanIgnoreReturnValue
    public PodAssert isInfeasible() {
        return until("to have a resize that is infeasible", pod -> pending(pod).equals("Infeasible"));
    }

    /** None of its containers was started again. */
    @CanIgnoreReturnValue
    public PodAssert wasNotRestarted() {
        return until("to have no restarts", pod -> {
            var restarts = 0;
            for (var status : pod.at("/status/containerStatuses"))
                restarts += status.path("restartCount").asInt();
            return restarts == 0 && !pod.at("/status/containerStatuses").isMissingNode();
        });
    }

    /** Something was told of it, for this reason. */
    @CanIgnoreReturnValue
    public PodAssert hasEvent(String reason) {
        cluster.awaitAny(
                ApiResource.EVENTS,
                actual.namespace(),
                event -> event.path("reason").asText().equals(reason)
                        && event.at("/involvedObject/kind").asText().equals("Pod")
                        && event.at("/involvedObject/name").asText().equals(actual.name()));
        return this;
    }

    private static String pending(JsonNode pod) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("PodResizePending"))
                return condition.path("reason").asText();
        }
        return "";
    }
}
