package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.admission.ContainerDefaults;
import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodApplication.Request;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a pod as a whole asked for at first of one resource; a request that was left open is what the API server makes of it,
 * so that it does not matter whether that has happened yet.
 */
record PodBefore(OptionalLong request, OptionalLong limit) {
    static PodBefore of(Request request, Compute compute) {
        var spec = ContainerDefaults.apply(
                        request.originals().applyTo(request.pod().spec()))
                .spec();
        var name = compute.resource();
        var limit = entry(compute, spec.resources().limits());
        var own = entry(compute, spec.resources().requests());
        if (own.isEmpty()) own = entry(compute, ContainerAggregate.requests(spec));
        if (own.isEmpty()) own = limit;
        if (limit.isEmpty()
                && request.level() == ManagedLevel.POD_ONLY
                && lasting(spec).allMatch(c -> c.resources().limits().contains(name))) {
            // The limits of containers are about to go; together they bounded the pod, which keeps that bound.
            var together = compute.unitsOf(ContainerAggregate.limits(spec));
            limit = OptionalLong.of(Math.max(own.orElse(0), together));
        }
        return new PodBefore(own, limit);
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
    boolean isFixed() {
        return limit.isPresent() && request.equals(limit);
    }

    OptionalLong requestAboveZero() {
        return request.orElse(0) == 0 ? OptionalLong.empty() : request;
    }
}
