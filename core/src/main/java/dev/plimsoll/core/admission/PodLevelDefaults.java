package dev.plimsoll.core.admission;

import dev.plimsoll.core.admission.Defaulted.Addition;
import dev.plimsoll.core.admission.Defaulted.Rule;
import dev.plimsoll.core.demand.ContainerAggregate;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fills in pod-level requests and limits from the containers (KEP-2837), for pods that set any.
 *
 * <p>Steps, with f the aggregate over the containers:
 * <ul>
 *   <li>D1: huge pages that only containers name get the pod-level limit f(limits);
 *   <li>D2: cpu and memory that containers request get the pod-level request f(requests); then a pod-level limit without a
 *       request is also the request;
 *   <li>D3: a pod-level request without a limit gets the limit max(request, f(limits)), if every container has a limit.
 * </ul>
 * Nothing flows from the pod level to the containers, and an explicit value is never changed.
 */
public final class PodLevelDefaults {
    public static final PodLevelDefaults DEFAULT = under(FeatureGates.DEFAULT);

    private final boolean enabled;
    private final boolean fixed;

    private PodLevelDefaults(boolean enabled, boolean fixed) {
        this.enabled = enabled;
        this.fixed = fixed;
    }

    public static PodLevelDefaults under(FeatureGates gates) {
        return new PodLevelDefaults(
                gates.isOn(Gate.POD_LEVEL_RESOURCES), gates.isOn(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING));
    }

    /**
     * Whether it runs when a pod is made or resized, after all other changes. Otherwise, with the fix switched off, it
     * belongs to every decoding.
     */
    public boolean runsLast() {
        return fixed;
    }

    public Defaulted apply(PodSpec spec) {
        if (!enabled || spec.resources().isEmpty()) return new Defaulted(spec, List.of());
        return new Filling(spec).run(fixed);
    }

    /** One run over one pod. */
    private static final class Filling {
        private final PodSpec spec;
        private final ResourceAmounts containerRequests;
        private final ResourceAmounts containerLimits;
        private final List<Addition> additions = new ArrayList<>();
        private ResourceAmounts requests;
        private ResourceAmounts limits;

        Filling(PodSpec spec) {
            this.spec = spec;
            this.containerRequests = ContainerAggregate.requests(spec);
            this.containerLimits = ContainerAggregate.limits(spec);
            this.requests = spec.resources().requests();
            this.limits = spec.resources().limits();
        }

        Defaulted run(boolean fixed) {
            hugePageLimits();
            if (fixed || !limits.isEmpty()) requests();
            if (fixed) limits();
            if (additions.isEmpty()) return new Defaulted(spec, List.of());
            var filled = spec.resources().withRequests(requests).withLimits(limits);
            return new Defaulted(spec.withResources(filled), additions);
        }

        private void hugePageLimits() {
            for (var name : containerLimits.names()) {
                if (!name.isHugePages() || requests.contains(name) || limits.contains(name)) continue;
                limit(name, containerLimits.amount(name), Rule.HUGE_PAGE_LIMIT_FROM_CONTAINERS);
            }
        }

        private void requests() {
            for (var name : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
                if (requests.contains(name) || !containerRequests.contains(name)) continue;
                request(name, containerRequests.amount(name), Rule.POD_REQUEST_FROM_CONTAINERS);
            }
            for (var name : limits.names()) {
                if (!name.isAllowedAtPodLevel() || requests.contains(name)) continue;
                request(name, limits.amount(name), Rule.POD_REQUEST_FROM_POD_LIMIT);
            }
        }

        private void limits() {
            for (var name : requests.names()) {
                if (!name.isAllowedAtPodLevel() || limits.contains(name) || !everyContainerLimits(name)) continue;
                var limit = requests.amount(name).max(containerLimits.amount(name));
                limit(name, limit, Rule.POD_LIMIT_FROM_CONTAINERS);
            }
        }

        private boolean everyContainerLimits(ResourceName name) {
            return Stream.of(spec.containers(), spec.initContainers(), spec.ephemeralContainers())
                    .flatMap(List<Container>::stream)
                    .allMatch(container -> container.resources().limits().contains(name));
        }

        private void request(ResourceName name, Quantity quantity, Rule rule) {
            requests = requests.with(name, quantity);
            additions.add(new Addition("spec.resources.requests", name, quantity, rule));
        }

        private void limit(ResourceName name, Quantity quantity, Rule rule) {
            limits = limits.with(name, quantity);
            additions.add(new Addition("spec.resources.limits", name, quantity, rule));
        }
    }
}
