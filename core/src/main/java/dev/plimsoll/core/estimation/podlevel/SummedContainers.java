package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The pod as the sum of its containers: simple, and on the safe side, since containers rarely peak together.
 *
 * <p>A maximum of the pod is shared by the containers in proportion to their targets.
 */
public final class SummedContainers implements PodEstimator {
    private final ResourceAmounts largestOfAny;
    private final ResourceAmounts ceiling;

    /** With a maximum for pods whose policy names none, resource by resource. */
    public SummedContainers(ResourceAmounts largestOfAny) {
        this(largestOfAny, ResourceAmounts.ABSENT);
    }

    private SummedContainers(ResourceAmounts largestOfAny, ResourceAmounts ceiling) {
        this.largestOfAny = largestOfAny;
        this.ceiling = ceiling;
    }

    /** The same with a maximum that no policy can raise. */
    public SummedContainers below(ResourceAmounts newCeiling) {
        return new SummedContainers(largestOfAny, newCeiling);
    }

    @Override
    public Recommendation estimate(Request request) {
        var containers = new ArrayList<>(request.containers());
        var target = ResourceAmounts.EMPTY;
        var lower = ResourceAmounts.EMPTY;
        var upper = ResourceAmounts.EMPTY;
        var uncapped = ResourceAmounts.EMPTY;
        var maximum = ResourceAmounts.EMPTY;
        var excluded = excluded(request);
        for (var compute : Compute.ALL) {
            var counted = counted(request, compute);
            if (counted.isEmpty()) continue;
            var most = most(request.policy(), compute);
            if (most.isPresent()) new MaximumShares(compute, counted, most.getAsLong()).applyTo(containers, request);
            if (!request.policy().podPolicies().controls(compute)) continue;
            if (most.isPresent()) maximum = compute.with(maximum, most.getAsLong());
            var shapes = PodShapes.of(request, compute);
            for (var entry : shapes.unknown().entrySet())
                excluded.computeIfAbsent(entry.getKey(), Excluded::new).request(compute, entry.getValue());
            var held = new Held(request, compute, maximum, shapes);
            // Requests of containers of whom nothing is known come on top of a sum; a whole has none of those.
            var together = new Together(request.whole(), counted, compute);
            target = compute.with(target, held.of(together.value(Estimate::target)));
            lower = compute.with(lower, held.of(together.value(Estimate::lowerBound)));
            upper = compute.with(upper, held.of(together.value(Estimate::upperBound)));
            uncapped = compute.with(uncapped, together.value(Estimate::uncappedTarget));
        }
        if (!request.isPodLevel() || target.isEmpty()) return new Recommendation(containers, null);
        return new Recommendation(
                containers,
                new Estimate(target, lower, upper, uncapped),
                excluded.values().stream().map(Excluded::container).toList(),
                maximum);
    }

    /** An excluded container while its entry is put together. */
    private static final class Excluded {
        private final String name;
        private ResourceAmounts target = ResourceAmounts.EMPTY;
        private ResourceAmounts requested = ResourceAmounts.EMPTY;

        Excluded(String name) {
            this.name = name;
        }

        Excluded use(ResourceAmounts known) {
            target = known;
            return this;
        }

        void request(Compute compute, long units) {
            requested = compute.with(requested, units);
        }

        ExcludedContainer container() {
            return new ExcludedContainer(name, target, requested);
        }
    }

    /** Those whose use is known. */
    static List<ExcludedContainer> known(Request request) {
        return excluded(request).values().stream().map(Excluded::container).toList();
    }

    private static SortedMap<String, Excluded> excluded(Request request) {
        var excluded = new TreeMap<String, Excluded>();
        for (var list : List.of(request.excluded(), request.initContainers())) {
            for (var container : list) {
                var name = container.containerName();
                excluded.put(name, new Excluded(name).use(container.estimate().target()));
            }
        }
        return excluded;
    }

    /** Sums within the bounds of the pod, and no less than its pods need or, where that is not known, have. */
    private static final class Held {
        private final PodLevelBounds bounds;
        private final PodShapes shapes;

        Held(Request request, Compute compute, ResourceAmounts maximum, PodShapes shapes) {
            this.bounds = PodLevelBounds.of(compute, request.policy().podPolicies(), maximum, request.range());
            this.shapes = shapes;
        }

        long of(long sum) {
            return bounds.hold(Math.max(sum + shapes.requested(), shapes.least()), PodLevelBounds.Shape.ANY, _ -> {});
        }
    }

    private OptionalLong most(ResourcePolicy policy, Compute compute) {
        var own = policy.podPolicies().mode() == PodMode.OFF
                ? OptionalLong.empty()
                : compute.set(policy.podPolicies().maxAllowed());
        var most = own.isPresent() ? own : compute.set(largestOfAny);
        var last = compute.set(ceiling);
        if (most.isEmpty() || last.isEmpty()) return most.isPresent() ? most : last;
        return OptionalLong.of(Math.min(most.getAsLong(), last.getAsLong()));
    }

    /** Containers that take part in the sum of one resource, recommended for or not; nobody where none is recommended for. */
    private static List<ContainerEstimate> counted(Request request, Compute compute) {
        var counted = new ArrayList<ContainerEstimate>();
        for (var container : request.containers()) {
            var mode = request.policy().of(container.containerName()).mode();
            if (mode != ContainerMode.OFF && names(container, compute)) counted.add(container);
        }
        if (counted.isEmpty()) return counted;
        for (var other : request.excluded()) {
            if (names(other, compute)) counted.add(other);
        }
        return counted;
    }

    private static boolean names(ContainerEstimate container, Compute compute) {
        return container.estimate().target().contains(compute.resource());
    }

    /** What the containers need together: by their use at one time where that is known, else each by itself. */
    private record Together(Estimate whole, List<ContainerEstimate> counted, Compute compute) {
        long value(Value value) {
            return whole.target().contains(compute.resource())
                    ? compute.unitsOf(value.of(whole))
                    : sum(counted, value, compute);
        }
    }

    private interface Value {
        ResourceAmounts of(Estimate estimate);
    }

    private static long sum(List<ContainerEstimate> counted, Value value, Compute compute) {
        var sum = 0L;
        for (var container : counted) sum += compute.unitsOf(value.of(container.estimate()));
        return sum;
    }
}
