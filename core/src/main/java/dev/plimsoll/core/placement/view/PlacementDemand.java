package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.placement.view.PlacementPod.Sized;

/** How much of a node a pod asks for, and how much it holds on the node where it is. */
public final class PlacementDemand {
    private final PodDemand demand;
    private final EffectiveDemand effective;

    private PlacementDemand(FeatureGates gates) {
        this.demand = PodDemand.under(gates);
        this.effective = EffectiveDemand.under(gates, StatusOverhead.INCLUDED);
    }

    public static PlacementDemand under(FeatureGates gates) {
        return new PlacementDemand(gates);
    }

    /** What it asks for by its spec, whatever its status says. */
    public Sized asks(Pod pod) {
        var plain = isPlain(pod) ? pod : pod.withStatus(PodStatus.NONE);
        return new Sized(Amounts.of(demand.requests(pod.spec())), Amounts.of(effective.scoringRequests(plain)));
    }

    /** What counts against its node; the same as {@link #asks} for a pod that is plain. */
    public Sized holds(Pod pod) {
        return new Sized(Amounts.of(effective.requests(pod)), Amounts.of(effective.scoringRequests(pod)));
    }

    /** With overhead, as the spec has them. */
    public Amounts limits(PodSpec spec) {
        return Amounts.of(demand.limits(spec));
    }

    /** Whether the status says nothing of resources, so that the spec is all there is. */
    public static boolean isPlain(Pod pod) {
        var status = pod.status();
        return status.containerStatuses().isEmpty()
                && status.initContainerStatuses().isEmpty()
                && !status.resources().isDeclared()
                && !status.allocatedResources().isDeclared()
                && !status.resizeIsInfeasible();
    }
}
