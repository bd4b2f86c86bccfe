package dev.plimsoll.console.cluster;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.pod.PodObject;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How far a pod is: its resources in all states, its resize, and what keeps it. For every program that shows pods. */
public final class PodStates {
    private PodStates() {}

    /** The states of a resource of the whole pod. All are counted in the same way, so that they are equal where nothing is on its way. */
    public static ResourceStates of(Pod pod, @Nullable PodMetricsObject metric, Compute compute) {
        var status = pod.status();
        return new ResourceStates(
                compute.unitsOf(PodDemand.AS_WRITTEN.requests(pod.spec())),
                told(pod, status.allocatedResources(), ContainerStatus::allocatedResources, compute),
                told(
                        pod,
                        status.resources().requests(),
                        each -> each.resources().requests(),
                        compute),
                metric == null
                        ? ResourceStates.UNKNOWN
                        : sum(metric.containers().values(), compute));
    }

    /** What a status says of the pod as a whole, or else what the pod would ask for if its containers asked for what their statuses say. */
    private static long told(
            Pod pod, ResourceAmounts whole, Function<ContainerStatus, ResourceAmounts> ofContainer, Compute compute) {
        var resource = compute.resource();
        if (whole.contains(resource)) return compute.unitsOf(whole);
        // A node that does not tell of the pod level tells nothing that could be compared with it.
        if (pod.spec().resources().requests().contains(resource)) return ResourceStates.UNKNOWN;
        if (pod.status().containerStatuses().stream().map(ofContainer).noneMatch(amounts -> amounts.contains(resource)))
            return ResourceStates.UNKNOWN;
        var spec = pod.spec()
                .mappingContainers(container -> pod.status()
                        .container(container.name())
                        .flatMap(status -> ofContainer.apply(status).find(resource))
                        .map(amount -> container.withResources(container
                                .resources()
                                .withRequests(container.resources().requests().with(resource, amount))))
                        .orElse(container));
        return compute.unitsOf(PodDemand.AS_WRITTEN.requests(spec));
    }

    private static long sum(Collection<ResourceAmounts> parts, Compute compute) {
        var sum = ResourceStates.UNKNOWN;
        for (var part : parts) {
            if (part.contains(compute.resource())) sum = Math.max(sum, 0) + compute.unitsOf(part);
        }
        return sum;
    }

    /** How far its resize is, in a word; empty where none is on its way. */
    public static String resize(Pod pod) {
        return ResizeState.of(pod.status().conditions())
                .map(state -> state.state().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .orElse("");
    }

    /** What its node says of its resize, or what keeps it from running; empty where nothing is said. */
    public static String why(PodObject object, Pod pod) {
        return resize(pod).isEmpty() ? obstacle(object, pod) : resizeMessage(pod);
    }

    /** What its node says of its resize; empty where nothing is said. */
    public static String resizeMessage(Pod pod) {
        for (var condition : pod.status().conditions()) {
            var isResize = condition.type().equals(Condition.POD_RESIZE_PENDING)
                    || condition.type().equals(Condition.POD_RESIZE_IN_PROGRESS);
            if (isResize && !condition.message().isEmpty()) return condition.message();
        }
        return "";
    }

    /** What keeps a pod from running, by whoever said it: scheduler, node or runtime. */
    private static String obstacle(PodObject object, Pod pod) {
        if (!object.message().isEmpty()) return object.message();
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals("PodScheduled") && !condition.status().equals("True"))
                return condition.message();
        }
        for (var container : object.containerRuns()) {
            if (!container.state().message().isEmpty())
                return container.name() + ": " + container.state().message();
        }
        return "";
    }
}
