package dev.plimsoll.core.explain;

import dev.plimsoll.core.admission.Defaulted.Addition;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.cgroups.PodCgroup;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.validation.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is decided about a pod before it runs.
 *
 * @param spec after all defaulting
 * @param additions what defaulting added, in order
 * @param rows KEP-2837's table row for cpu and memory, by resource name
 * @param charge what every quota would be charged
 */
public record PodAnswer(
        PodSpec spec,
        List<FieldError> errors,
        List<Addition> additions,
        Map<String, MatrixRow> rows,
        List<Total> requests,
        List<Total> limits,
        QosReason qos,
        PodCgroup podCgroup,
        List<ContainerAnswer> containers,
        LimitRanger.@Nullable Violation violationOrNull,
        ResourceAmounts charge,
        QuotaDecision quota) {
    public PodAnswer {
        errors = List.copyOf(errors);
        additions = List.copyOf(additions);
        rows = Map.copyOf(rows);
        requests = List.copyOf(requests);
        limits = List.copyOf(limits);
        containers = List.copyOf(containers);
    }

    /** The same on a node that placed the pod: whoever has CPUs to itself is not limited in time. */
    public PodAnswer on(AssignedPlacement placement) {
        return new PodAnswer(
                spec,
                errors,
                additions,
                rows,
                requests,
                limits,
                qos,
                placement.inForce(podCgroup),
                containers.stream()
                        .map(answer ->
                                answer.on(placement.container(answer.container().name())))
                        .toList(),
                violationOrNull,
                charge,
                quota);
    }

    /** The LimitRange that refuses the pod. */
    public Optional<LimitRanger.Violation> violation() {
        return Optional.ofNullable(violationOrNull);
    }

    /** Whether the API server would turn the pod away. */
    public boolean isRefused() {
        return !errors.isEmpty() || violationOrNull != null || quota instanceof QuotaDecision.Refused;
    }
}
