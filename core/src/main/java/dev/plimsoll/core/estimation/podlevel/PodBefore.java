package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.admission.ContainerDefaults;
import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a pod as a whole asked for at first of one resource; a request that was left open is what the API server makes of it,
 * so that it does not matter whether that has happened yet.
 */
public record PodBefore(OptionalLong request, OptionalLong limit) {
    /** Of a pod as it was at first. */
    public static PodBefore of(PodSpec originals, ManagedLevel level, Compute compute) {
        var spec = ContainerDefaults.apply(originals).spec();
        var name = compute.resource();
        var limit = entry(compute, spec.resources().limits());
        var own = entry(compute, spec.resources().requests());
        if (own.isEmpty()) own = entry(compute, ContainerAggregate.requests(spec));
        if (own.isEmpty()) own = limit;
        if (limit.isEmpty()
                && isBoundedByContainers(spec, level)
                && lasting(spec).allMatch(c -> c.resources().limits().contains(name))) {
            var together = compute.unitsOf(ContainerAggregate.limits(spec));
            limit = OptionalLong.of(Math.max(own.orElse(0), together));
        }
        return new PodBefore(own, limit);
    }

    /**
     * The limits of containers are about to go, or about to decide no more over the pod's class: together they bounded the
     * pod, which keeps that bound.
     */
    private static boolean isBoundedByContainers(PodSpec spec, ManagedLevel level) {
        return level == ManagedLevel.POD_ONLY
                || (!ManagedLevel.setsPodLevel(spec) && PodQos.DEFAULT.of(spec) == QosClass.GUARANTEED);
    }

    private static OptionalLong entry(Compute compute, ResourceAmounts amounts) {
        return amounts.contains(compute.resource()) ? OptionalLong.of(compute.unitsOf(amounts)) : OptionalLong.empty();
    }

    /** Containers that run for as long as the pod. */
    private static Stream<Container> lasting(PodSpec spec) {
        return Stream.concat(
                spec.containers().stream(), spec.initContainers().stream().filter(Container::restartsAlways));
    }

    /** Request and limit are one, as in a Guaranteed pod. */
    public boolean isFixed() {
        return limit.isPresent() && request.equals(limit);
    }

    public OptionalLong requestAboveZero() {
        return request.orElse(0) == 0 ? OptionalLong.empty() : request;
    }
}
