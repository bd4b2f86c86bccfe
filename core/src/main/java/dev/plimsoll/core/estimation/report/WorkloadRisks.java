package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What may end badly for the pods of a workload. */
final class WorkloadRisks {
    /** Recommendations change from day to day; less of a difference is no risk. */
    private static final double NOTICED = 1.1;

    private static final double NEAR = 0.9;
    private static final Comparator<Risk> ORDER =
            Comparator.comparing(Risk::kind).thenComparing(Risk::container).thenComparing(Risk::compute);

    private final WorkloadPods pods;
    private final List<ContainerReport> containers;
    private final Recommendation recommendation;
    private final boolean setsPodLevel;
    private final List<Risk> risks = new ArrayList<>();

    WorkloadRisks(
            WorkloadPods pods, List<ContainerReport> containers, Recommendation recommendation, boolean setsPodLevel) {
        this.pods = pods;
        this.containers = containers;
        this.recommendation = recommendation;
        this.setsPodLevel = setsPodLevel;
    }

    /** The worst first. */
    List<Risk> find() {
        for (var container : containers) {
            var name = container.name();
            if (pods.killed().contains(name)) {
                var limit = Compute.MEMORY.unitsOf(container.asked().limits());
                add(Risk.Kind.KILLED, name, Compute.MEMORY, container.highest().bytes(), limit);
            }
            nearLimit(name, container.highest().bytes(), container.asked());
            if (!setsPodLevel) {
                container
                        .estimate()
                        .ifPresent(estimate -> requests(name, ComputeAmounts.of(estimate.target()), container.asked()));
            }
        }
        if (setsPodLevel) {
            var whole = pods.newest().resources();
            var highest = containers.stream()
                    .mapToLong(container -> container.highest().bytes())
                    .sum();
            nearLimit("", highest, whole);
            recommendation.pod().ifPresent(pod -> requests("", ComputeAmounts.of(pod.target()), whole));
        }
        risks.sort(ORDER);
        return risks;
    }

    private void nearLimit(String container, long highest, ResourceRequirements asked) {
        var limit = Compute.MEMORY.set(asked.limits());
        if (limit.isPresent() && highest >= NEAR * limit.getAsLong()) {
            add(Risk.Kind.NEAR_LIMIT, container, Compute.MEMORY, highest, limit.getAsLong());
        }
    }

    private void requests(String container, ComputeAmounts needed, ResourceRequirements asked) {
        for (var compute : Compute.ALL) {
            // A limit without a request is a request.
            var given = compute.set(asked.requests()).orElse(compute.unitsOf(asked.limits()));
            if (needed.at(compute) == 0) continue;
            if (given == 0) add(Risk.Kind.NOT_REQUESTED, container, compute, needed.at(compute), 0);
            else if (needed.at(compute) > NOTICED * given) {
                add(Risk.Kind.TOO_LITTLE, container, compute, needed.at(compute), given);
            }
        }
    }

    private void add(Risk.Kind kind, String container, Compute compute, long needed, long given) {
        risks.add(new Risk(kind, container, compute, needed, given));
    }
}
