package dev.plimsoll.core.estimation.update;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodApplication.Outcome;
import dev.plimsoll.core.estimation.application.ResourcePlan;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that is measured of one pod.
 *
 * @param containers those that are managed
 * @param podOrNull the pod as a whole, where that is managed
 */
public record PodMeasures(
        List<Measure> containers, @Nullable Measure podOrNull) {
    public PodMeasures {
        containers = List.copyOf(containers);
    }

    public Optional<Measure> pod() {
        return Optional.ofNullable(podOrNull);
    }

    /** Containers and pod alike: where something is asked of each, the pod counts as one more. */
    List<Measure> all() {
        var all = new ArrayList<>(containers);
        pod().ifPresent(all::add);
        return all;
    }

    /**
     * Of a pod whose containers alone are managed.
     *
     * @param observed the containers to look at
     * @param capped their recommendations as fitted to the pod
     * @param outcome what of that would be applied: resources that were left out take no part
     */
    public static PodMeasures ofContainers(
            Pod pod, Set<String> observed, Map<String, Estimate> capped, Outcome outcome) {
        var left = outcome.skipped().stream()
                .map(skipped -> skipped.compute().resource())
                .collect(Collectors.toSet());
        var containers = new ArrayList<Measure>();
        for (var container : pod.spec().containers()) {
            var estimate = capped.get(container.name());
            if (estimate == null || !observed.contains(container.name())) continue;
            containers.add(new Measure(
                    PodCaps.current(pod, container).requests(),
                    estimate.target().retaining(name -> !left.contains(name)),
                    estimate.lowerBound(),
                    estimate.upperBound()));
        }
        return new PodMeasures(containers, null);
    }

    /** Of a pod whose pod level is managed: resources that were left out take no part. */
    public static PodMeasures ofPod(Pod pod, Outcome outcome) {
        var whole = Recommended.NONE;
        var containers = new TreeMap<Integer, Recommended>();
        for (var plan : outcome.plans()) {
            if (!(plan instanceof ResourcePlan.Fitted fitted)) continue;
            var compute = plan.compute();
            var podValues = fitted.pod();
            if (podValues.request().isPresent()) {
                whole = whole.with(compute, podValues.request().getAsLong(), podValues.lower(), podValues.upper());
            }
            for (var values : fitted.containers()) {
                var before = containers.getOrDefault(values.container(), Recommended.NONE);
                containers.put(
                        values.container(), before.with(compute, values.request(), values.lower(), values.upper()));
            }
        }
        var measured = new ArrayList<Measure>();
        containers.forEach((index, wish) -> measured.add(wish.against(
                PodCaps.current(pod, pod.spec().containers().get(index)).requests())));
        return new PodMeasures(measured, whole.target().isEmpty() ? null : whole.against(podRequests(pod)));
    }

    /** What one place would be given, resource by resource. */
    private record Recommended(ResourceAmounts target, ResourceAmounts lower, ResourceAmounts upper) {
        static final Recommended NONE =
                new Recommended(ResourceAmounts.EMPTY, ResourceAmounts.EMPTY, ResourceAmounts.EMPTY);

        Recommended with(Compute compute, long newTarget, long newLower, long newUpper) {
            return new Recommended(
                    compute.with(target, newTarget), compute.with(lower, newLower), compute.with(upper, newUpper));
        }

        Measure against(ResourceAmounts requested) {
            return new Measure(requested, target, lower, upper);
        }
    }

    /** What the pod as a whole has: as its node says, else as it asks. */
    private static ResourceAmounts podRequests(Pod pod) {
        var actual = pod.status().resources();
        var declared = pod.spec().resources();
        return declared.isDeclared() && !actual.requests().isEmpty() ? actual.requests() : declared.requests();
    }
}
