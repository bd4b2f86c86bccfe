package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import java.util.stream.Stream;

/** What utilisation is a part of: the request of a pod, or of one of its containers. */
public final class PodRequest {
    public static final PodRequest DEFAULT = under(FeatureGates.DEFAULT);

    private final PodDemand demand;

    private PodRequest(PodDemand demand) {
        this.demand = demand;
    }

    public static PodRequest under(FeatureGates gates) {
        return new PodRequest(PodDemand.under(gates));
    }

    /** A request in thousandths, or why there is none. */
    public sealed interface Requested {
        record Milli(long milli) implements Requested {}

        record Missing(String message) implements Requested {}
    }

    public Requested of(Pod pod, MetricTarget metric) {
        return switch (metric) {
            case MetricTarget.Resource(var resource) ->
                demand.hasPodLevelRequests(pod.spec()) ? ofPodLevel(pod, resource) : ofContainers(pod, resource);
            case MetricTarget.ContainerResource(var resource, var container) -> ofContainer(pod, resource, container);
        };
    }

    /** With overhead, and from the containers where the pod level leaves the resource open. */
    private Requested ofPodLevel(Pod pod, ResourceName resource) {
        if (!demand.requestsWithoutOverhead(pod.spec()).contains(resource)) {
            return missing("missing pod-level request for " + resource + " in Pod " + name(pod));
        }
        return new Requested.Milli(demand.requests(pod.spec()).amount(resource).milliValue());
    }

    private static Requested ofContainers(Pod pod, ResourceName resource) {
        var sum = 0L;
        for (var container : lasting(pod).toList()) {
            var request = container.resources().requests().at(resource);
            if (request == null) return missingIn(pod, resource, container.name());
            sum += request.milliValue();
        }
        return new Requested.Milli(sum);
    }

    private static Requested ofContainer(Pod pod, ResourceName resource, String name) {
        var container = lasting(pod).filter(own -> own.name().equals(name)).findFirst();
        if (container.isEmpty()) return missing("container " + name + " not found in Pod " + name(pod));
        var request = container.get().resources().requests().at(resource);
        return request == null ? missingIn(pod, resource, name) : new Requested.Milli(request.milliValue());
    }

    /** Containers that run for as long as the pod. */
    private static Stream<Container> lasting(Pod pod) {
        return Stream.concat(
                pod.spec().containers().stream(),
                pod.spec().initContainers().stream().filter(Container::restartsAlways));
    }

    private static Requested missingIn(Pod pod, ResourceName resource, String container) {
        return missing("missing request for " + resource + " in container " + container + " of Pod " + name(pod));
    }

    private static Requested missing(String message) {
        return new Requested.Missing(message);
    }

    private static String name(Pod pod) {
        return pod.metadata().name();
    }
}
