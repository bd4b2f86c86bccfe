package dev.plimsoll.core.placement.terms;

/**
 * How evenly pods are spread over the values of a node label.
 *
 * @param isHard {@code DoNotSchedule} rather than {@code ScheduleAnyway}
 * @param honorsAffinity whether nodes that the pod's own affinity excludes are left out of the count
 * @param honorsTaints whether nodes with taints that the pod does not tolerate are left out of the count
 */
public record SpreadConstraint(
        String topologyKey,
        int maxSkew,
        boolean isHard,
        LabelQuery pods,
        int minDomains,
        boolean honorsAffinity,
        boolean honorsTaints) {}
