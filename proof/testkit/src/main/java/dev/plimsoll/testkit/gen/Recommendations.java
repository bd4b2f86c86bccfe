package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.AppliedTarget;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.PodEstimator;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.MaxAllowedScope;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What an autoscaler may be told about a pod, and what it may recommend for it. */
public final class Recommendations {
    private Recommendations() {}

    /** Policies of any kind, for pods whose containers are named as {@link PodGen} names them. */
    public static Gen<ResourcePolicy> policies() {
        return random -> {
            var containers = new ArrayList<ContainerPolicy>();
            for (var name : List.of("*", "c1", "c2", "i1")) {
                if (Gen.chance(random, 30)) containers.add(containerPolicy(name, random));
            }
            return new ResourcePolicy(containers, podPolicies(random));
        };
    }

    private static ContainerPolicy containerPolicy(String name, RandomGenerator random) {
        return ContainerPolicy.of(name)
                .withMode(Gen.oneOf(ContainerMode.values()).from(random))
                .withControlledResources(controlled(random))
                .withControlledValues(Gen.oneOf(ControlledValues.values()).from(random))
                .withMinAllowed(bound(random))
                .withMaxAllowed(bound(random))
                .withMaxAllowedScope(Gen.oneOf(MaxAllowedScope.values()).from(random));
    }

    private static PodPolicies podPolicies(RandomGenerator random) {
        return PodPolicies.DEFAULT
                .withMode(Gen.oneOf(PodMode.values()).from(random))
                .withControlledResources(controlled(random))
                .withControlledValues(Gen.oneOf(ControlledValues.values()).from(random))
                .withMinAllowed(bound(random))
                .withMaxAllowed(bound(random))
                .withMaxAllowedScope(Gen.oneOf(MaxAllowedScope.values()).from(random));
    }

    private static Set<Compute> controlled(RandomGenerator random) {
        return Gen.chance(random, 70)
                ? EnumSet.allOf(Compute.class)
                : EnumSet.of(Gen.oneOf(Compute.values()).from(random));
    }

    private static ResourceAmounts bound(RandomGenerator random) {
        if (Gen.chance(random, 60)) return ResourceAmounts.ABSENT;
        var amounts = ResourceAmounts.EMPTY;
        for (var compute : Compute.ALL) {
            if (random.nextBoolean()) amounts = compute.with(amounts, units(compute, random));
        }
        return amounts;
    }

    /** For most containers of the spec, now and then for containers that are not there. */
    public static Gen<Recommendation> of(PodSpec spec, ResourcePolicy policy) {
        return of(spec, policy, NamespaceRanges.NONE);
    }

    /** As the recommender makes it of what it knows of the spec's containers, under flags and nodes of any size. */
    public static Gen<Recommendation> of(PodSpec spec, ResourcePolicy policy, NamespaceRanges ranges) {
        return random -> {
            var containers = new ArrayList<ContainerEstimate>();
            var excluded = new ArrayList<ContainerEstimate>();
            for (var container : spec.containers()) {
                if (Gen.chance(random, 10)) continue; // nothing was seen of it
                var name = container.name();
                var isOff = policy.of(name).mode() == ContainerMode.OFF;
                var controlled = policy.of(name).controlledResources();
                if (!isOff) containers.add(estimate(name, controlled, random));
                var others = isOff ? EnumSet.allOf(Compute.class) : EnumSet.complementOf(copy(controlled));
                if (!others.isEmpty() && Gen.chance(random, 90)) excluded.add(use(container, others, random));
            }
            if (Gen.chance(random, 10)) {
                containers.add(estimate("gone", policy.of("gone").controlledResources(), random));
            }
            var init = new ArrayList<ContainerEstimate>();
            for (var container : spec.initContainers()) {
                if (Gen.chance(random, 30)) continue;
                (container.restartsAlways() ? excluded : init)
                        .add(use(container, EnumSet.allOf(Compute.class), random));
            }
            var estimated = new SummedContainers(bound(random))
                    .below(Gen.chance(random, 80) ? ResourceAmounts.ABSENT : bound(random))
                    .estimate(new PodEstimator.Request(
                            containers,
                            excluded,
                            init,
                            policy,
                            Set.of(),
                            true,
                            List.of(spec),
                            ranges.pods(),
                            whole(random)));
            return new AppliedTarget(policy, ranges, List.of(spec)).of(estimated);
        };
    }

    /** Of a pod whose use as a whole is known, now and then: it may be less than the sum, and more. */
    private static Estimate whole(RandomGenerator random) {
        return Gen.chance(random, 80)
                ? Estimate.NOTHING
                : estimate("whole", EnumSet.allOf(Compute.class), random).estimate();
    }

    private static EnumSet<Compute> copy(Set<Compute> controlled) {
        return controlled.isEmpty() ? EnumSet.noneOf(Compute.class) : EnumSet.copyOf(controlled);
    }

    /** What a container needs: what it uses, and what it requests at least. */
    private static ContainerEstimate use(Container container, Set<Compute> resources, RandomGenerator random) {
        var used = estimate(container.name(), resources, random).estimate();
        var raised = used;
        for (var compute : resources) {
            var least = compute.unitsOf(container.resources().requests());
            raised = raised.with(
                    compute,
                    Math.max(least, compute.unitsOf(used.target())),
                    Math.max(least, compute.unitsOf(used.lowerBound())),
                    Math.max(least, compute.unitsOf(used.upperBound())));
        }
        return new ContainerEstimate(container.name(), raised);
    }

    private static ContainerEstimate estimate(String name, Set<Compute> controlled, RandomGenerator random) {
        var target = ResourceAmounts.EMPTY;
        var lower = ResourceAmounts.EMPTY;
        var upper = ResourceAmounts.EMPTY;
        for (var compute : Compute.ALL) {
            if (!controlled.contains(compute)) continue;
            var units = units(compute, random);
            target = compute.with(target, units);
            lower = compute.with(lower, units / random.nextInt(1, 5));
            upper = compute.with(upper, units * random.nextInt(1, 20));
        }
        return new ContainerEstimate(name, new Estimate(target, lower, upper, target));
    }

    /** From next to nothing to more than any machine has, all sizes alike. */
    private static long units(Compute compute, RandomGenerator random) {
        var bits = compute == Compute.CPU ? random.nextInt(1, 18) : random.nextInt(10, 42);
        return random.nextLong(1L << (bits - 1), 1L << bits);
    }
}
