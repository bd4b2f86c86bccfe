package dev.plimsoll.core.estimation.podlevel;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.MergedRange;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.IntegerCpu;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** From what is remembered of containers to the recommendation that is published: estimates, policies, the pod as a whole. */
public final class PodRecommender {
    /** Before a day has passed, nobody knows what its peaks are. */
    private static final Duration LEAST_HISTORY = Duration.ofDays(1);

    private final Estimator estimator;
    private final PolicyBounds bounds;
    private final PodEstimator pods;

    public PodRecommender(Estimator estimator, PolicyBounds bounds, PodEstimator pods) {
        this.estimator = estimator;
        this.bounds = bounds;
        this.pods = pods;
    }

    /**
     * What is known of the pods of one VerticalPodAutoscaler.
     *
     * @param usage by container name, of those that were seen at least once
     * @param sidecars which of them are restartable init containers
     * @param initContainers which of them end before the others begin
     * @param wholeCores which of them are given whole cores
     * @param pods what the pods that there are asked for at first, each shape once
     * @param range the namespace's LimitRange for pods
     * @param wholeOrNull what the pods used as a whole, where that is remembered
     */
    public record Known(
            SortedMap<String, ContainerUsage> usage,
            Set<String> sidecars,
            Set<String> initContainers,
            Set<String> wholeCores,
            ResourcePolicy policy,
            List<PodSpec> pods,
            MergedRange range,
            @Nullable ContainerUsage wholeOrNull) {
        /** Of no pods in particular. */
        public Known(
                SortedMap<String, ContainerUsage> usage,
                Set<String> sidecars,
                Set<String> wholeCores,
                ResourcePolicy policy) {
            this(usage, sidecars, Set.of(), wholeCores, policy, List.of(), MergedRange.NONE, null);
        }

        /** How many containers share the pod's minimum: of a pod as a whole all, otherwise those that are recommended for. */
        int sharing(boolean isPodLevel) {
            var sharing = 0;
            for (var name : usage.keySet()) {
                var counts = isPodLevel || policy.of(name).mode() != ContainerMode.OFF;
                if (counts && !initContainers.contains(name)) sharing++;
            }
            return sharing;
        }

        /** The most that any pod requests for a container. */
        long requested(String container, Compute compute) {
            var most = 0L;
            for (var pod : pods) {
                most = Math.max(most, requested(pod.containers(), container, compute));
                most = Math.max(most, requested(pod.initContainers(), container, compute));
            }
            return most;
        }

        private static long requested(List<Container> containers, String name, Compute compute) {
            for (var container : containers) {
                if (container.name().equals(name))
                    return compute.unitsOf(container.resources().requests());
            }
            return 0;
        }
    }

    /** For containers alone: nothing of the pod level counts. */
    public Recommendation containers(Known known) {
        return new Recommendation(split(known, false).containers(), null);
    }

    /** For containers and, where that is wanted, for the pod as a whole; the pod's maximum holds for its containers anyway. */
    public Recommendation pod(Known known, boolean isPodLevel) {
        return pods.estimate(request(known, isPodLevel));
    }

    /** What the pod level is asked with: the estimates of containers, held to their policies. */
    public PodEstimator.Request request(Known known, boolean isPodLevel) {
        var split = split(known, isPodLevel);
        return new PodEstimator.Request(
                split.containers(),
                isPodLevel ? split.excluded() : List.of(),
                isPodLevel ? split.initContainers() : List.of(),
                known.policy(),
                split.wholeCores(),
                isPodLevel,
                known.pods(),
                known.range(),
                isPodLevel ? whole(known) : Estimate.NOTHING);
    }

    /**
     * What the pods need as a whole by what they used as a whole; nothing where that is not asked for, or was not seen for long
     * enough to know the peaks. Requests that containers do not use and that are not ours to change come on top.
     */
    private Estimate whole(Known known) {
        var usage = known.wholeOrNull();
        var whole = Estimate.NOTHING;
        if (usage == null || known.policy().podPolicies().estimator() == EstimatorKind.SUM) return whole;
        if (usage.isEmpty() || usage.lastSample() - usage.firstSample() < LEAST_HISTORY.toMillis()) return whole;
        for (var compute : Compute.ALL) {
            if (!usage.knows(compute)) continue;
            var own = estimator.bounds(usage, 1, compute);
            var idle = idle(known, compute);
            whole = whole.and(Estimate.of(compute, own.target() + idle, own.lower() + idle, own.upper() + idle));
        }
        return whole;
    }

    /** What containers request beyond their use, of those whose request stays as it is. */
    private long idle(Known known, Compute compute) {
        var idle = 0L;
        for (var entry : known.usage().entrySet()) {
            var name = entry.getKey();
            var policy = known.policy().of(name);
            var isOurs = policy.mode() == ContainerMode.AUTO
                    && policy.controlledResources().contains(compute)
                    && !known.sidecars().contains(name);
            if (isOurs || known.initContainers().contains(name)) continue;
            var used = estimator.use(entry.getValue(), compute).target();
            idle += Math.max(0, known.requested(name, compute) - used);
        }
        return idle;
    }

    private record Split(
            ArrayList<ContainerEstimate> containers,
            ArrayList<ContainerEstimate> excluded,
            ArrayList<ContainerEstimate> initContainers,
            HashSet<String> wholeCores) {}

    private Split split(Known known, boolean isPodLevel) {
        var split = new Split(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new HashSet<>());
        var sharing = known.sharing(isPodLevel);
        known.usage().forEach((name, used) -> {
            var policy = known.policy().of(name);
            if (known.initContainers().contains(name)) {
                split.initContainers().add(new ContainerEstimate(name, use(known, name, used, Set.of())));
                return;
            }
            var isOff = policy.mode() == ContainerMode.OFF;
            var others = use(known, name, used, isOff ? Set.of() : policy.controlledResources());
            if (!isOff) {
                var own = estimate(known, split, name, sharing);
                if (known.sidecars().contains(name)) others = others.and(atLeastRequested(known, name, own));
                else split.containers().add(new ContainerEstimate(name, own));
            }
            if (!others.target().isEmpty()) split.excluded().add(new ContainerEstimate(name, others));
        });
        return split;
    }

    private Estimate estimate(Known known, Split split, String name, int sharing) {
        var policy = known.policy().of(name);
        var used = Objects.requireNonNull(known.usage().get(name));
        var estimate = estimator.estimate(used, sharing, policy.controlledResources());
        if (known.wholeCores().contains(name)) {
            estimate = IntegerCpu.apply(estimate);
            split.wholeCores().add(name);
        }
        return bounds.apply(estimate, policy);
    }

    private static Estimate atLeastRequested(Known known, String name, Estimate estimate) {
        return estimate.mapped(amounts -> {
            var raised = amounts;
            for (var compute : Compute.ALL) {
                if (!amounts.contains(compute.resource())) continue;
                raised = compute.with(raised, Math.max(compute.unitsOf(amounts), known.requested(name, compute)));
            }
            return raised;
        });
    }

    /** What a container needs of the resources that are not ours to set: what it uses, and what it requests at least. */
    private Estimate use(Known known, String name, ContainerUsage used, Set<Compute> controlled) {
        var use = Estimate.NOTHING;
        for (var compute : Compute.ALL) {
            if (controlled.contains(compute) || !used.knows(compute)) continue;
            var least = known.requested(name, compute);
            var own = estimator.use(used, compute);
            use = use.and(Estimate.of(
                    compute,
                    Math.max(own.target(), least),
                    Math.max(own.lower(), least),
                    Math.max(own.upper(), least)));
        }
        return use;
    }
}
