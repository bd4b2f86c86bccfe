package dev.plimsoll.core.demand;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks a node for, and how far it may go. Arithmetic over the spec alone: no clock, no status.
 *
 * <p>Per resource: the pod level wins over the containers' aggregate; overhead is added to every request, and to a limit where
 * there is one.
 */
public final class PodDemand {
    /**
     * For clients of a cluster whose gates they do not know: all that is written counts, because an API server drops the fields of a
     * gate that is off. Programs of the cluster itself count {@link #under} their gates.
     */
    public static final PodDemand AS_WRITTEN = under(FeatureGates.DEFAULT);

    private final boolean podLevelCounts;

    private PodDemand(boolean podLevelCounts) {
        this.podLevelCounts = podLevelCounts;
    }

    public static PodDemand under(FeatureGates gates) {
        return new PodDemand(gates.isOn(Gate.POD_LEVEL_RESOURCES));
    }

    /** Requests with overhead: what a scheduler must find room for. */
    public ResourceAmounts requests(PodSpec spec) {
        return requests(spec, ContainerAmounts.REQUESTS, podLevelRequests(spec), spec.overhead());
    }

    /** Requests of the workload alone. */
    public ResourceAmounts requestsWithoutOverhead(PodSpec spec) {
        return requests(spec, ContainerAmounts.REQUESTS, podLevelRequests(spec), ResourceAmounts.ABSENT);
    }

    /** Limits, with overhead where a resource has a limit other than zero. Containers without a limit add nothing. */
    public ResourceAmounts limits(PodSpec spec) {
        return limits(spec, ContainerAmounts.LIMITS, podLevelLimits(spec), spec.overhead());
    }

    /** Whether pod-level requests decide anything for this pod. */
    public boolean hasPodLevelRequests(PodSpec spec) {
        return podLevelCounts
                && ResourceRequirements.namesPodLevelResource(spec.resources().requests());
    }

    /** Whether pod-level requests or limits decide anything for this pod. */
    public boolean hasPodLevelResources(PodSpec spec) {
        return podLevelCounts && spec.hasPodLevelResources();
    }

    ResourceAmounts podLevelRequests(PodSpec spec) {
        return podLevelCounts ? spec.resources().requests() : ResourceAmounts.ABSENT;
    }

    ResourceAmounts podLevelLimits(PodSpec spec) {
        return podLevelCounts ? spec.resources().limits() : ResourceAmounts.ABSENT;
    }

    static ResourceAmounts requests(
            PodSpec spec, ContainerAmounts reading, ResourceAmounts podLevel, ResourceAmounts overhead) {
        var aggregate = new ContainerAggregate(spec, reading);
        includePodLevel(aggregate, podLevel);
        aggregate.include(overhead);
        var names = aggregate.names();
        var quantities = new Quantity[names.length];
        for (var i = 0; i < names.length; i++) {
            var own = own(aggregate, podLevel, names[i]);
            var added = overhead.at(names[i]);
            if (own == null) own = Quantity.ZERO;
            quantities[i] = added == null ? own : own.isZero() ? added : own.plus(added);
        }
        return ResourceAmounts.ofSorted(names, quantities);
    }

    static ResourceAmounts limits(
            PodSpec spec, ContainerAmounts reading, ResourceAmounts podLevel, ResourceAmounts overhead) {
        var aggregate = new ContainerAggregate(spec, reading);
        includePodLevel(aggregate, podLevel);
        var names = aggregate.names();
        var quantities = new Quantity[names.length];
        for (var i = 0; i < names.length; i++) {
            var own = own(aggregate, podLevel, names[i]);
            var added = overhead.at(names[i]);
            if (own == null) own = Quantity.ZERO;
            quantities[i] = added == null || own.isZero() ? own : own.plus(added);
        }
        return ResourceAmounts.ofSorted(names, quantities);
    }

    private static void includePodLevel(ContainerAggregate aggregate, ResourceAmounts podLevel) {
        for (var i = 0; i < podLevel.size(); i++) {
            if (podLevel.name(i).isAllowedAtPodLevel()) aggregate.include(podLevel.name(i));
        }
    }

    private static @Nullable Quantity own(ContainerAggregate aggregate, ResourceAmounts podLevel, ResourceName name) {
        var declared = name.isAllowedAtPodLevel() ? podLevel.at(name) : null;
        return declared != null ? declared : aggregate.quantity(name);
    }
}
