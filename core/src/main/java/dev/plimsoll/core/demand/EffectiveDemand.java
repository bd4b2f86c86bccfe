package dev.plimsoll.core.demand;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.function.UnaryOperator;

/**
 * What a pod that already has a node counts for while a resize is under way: per resource the largest of what it desires, was
 * allocated and actually has (KEP-1287). What it desires does not count once the node called it infeasible.
 *
 * <p>The three are compared after aggregation over the containers, not container by container: one container may grow by what
 * another gives up.
 */
public final class EffectiveDemand {
    /** Whether the pod-level totals in a status already hold the pod's overhead. */
    public enum StatusOverhead {
        /** As node agents write them: overhead must not be added a second time. */
        INCLUDED,
        /** As Kubernetes reads them: overhead is added to the largest of the three. */
        NOT_INCLUDED
    }

    private final PodDemand demand;
    private final boolean podLevelStatusCounts;
    private final StatusOverhead statusOverhead;

    private EffectiveDemand(PodDemand demand, boolean podLevelStatusCounts, StatusOverhead statusOverhead) {
        this.demand = demand;
        this.podLevelStatusCounts = podLevelStatusCounts;
        this.statusOverhead = statusOverhead;
    }

    /** For node accounting. */
    public static EffectiveDemand under(FeatureGates gates, StatusOverhead statusOverhead) {
        return new EffectiveDemand(
                PodDemand.under(gates), gates.isOn(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING), statusOverhead);
    }

    /** For quotas, which look at the containers' status, but at the pod level's spec unless a gate says otherwise. */
    public static EffectiveDemand forQuota(FeatureGates gates) {
        return new EffectiveDemand(
                PodDemand.under(gates), gates.isOn(Gate.QUOTA_POD_LEVEL_STATUS), StatusOverhead.INCLUDED);
    }

    /** What a node must hold for the pod. */
    public ResourceAmounts requests(Pod pod) {
        return requests(pod, UnaryOperator.identity());
    }

    /**
     * Requests for scoring: a container that names no cpu or memory counts with a small default. With pod-level requests it
     * does so only for a resource that the pod as a whole does not request.
     */
    public ResourceAmounts scoringRequests(Pod pod) {
        if (!demand.hasPodLevelRequests(pod.spec())) return requests(pod, ScoringDefaults.ALL::fill);
        var asked = requests(pod.withSpec(pod.spec().withOverhead(ResourceAmounts.ABSENT)));
        return requests(pod, ScoringDefaults.ALL.without(asked)::fill);
    }

    private ResourceAmounts requests(Pod pod, UnaryOperator<ResourceAmounts> perContainer) {
        var status = pod.status();
        var reading = new StatusReading(status);
        var podLevel = demand.podLevelRequests(pod.spec()).retaining(ResourceName::isAllowedAtPodLevel);
        var totals = podLevelStatusCounts
                && status.allocatedResources().isDeclared()
                && status.resources().requests().isDeclared();
        var reported = reportsRequests(status);
        var allocated = totals
                ? Term.ofPod(status.allocatedResources())
                : fromStatus(
                        pod,
                        reading.allocatedRequests().then(perContainer),
                        new PodLevel(podLevel, status.allocatedResources(), reported));
        var actual = totals
                ? Term.ofPod(status.resources().requests())
                : fromStatus(
                        pod,
                        reading.actualRequests().then(perContainer),
                        new PodLevel(podLevel, status.resources().requests(), reported));
        var overhead = pod.spec().overhead();
        var held = held(actual, overhead).max(held(allocated, overhead));
        if (!status.resizeIsInfeasible()) {
            var containers = ContainerAggregate.of(pod.spec(), ContainerReading.REQUESTS.then(perContainer));
            held = held(Term.ofContainers(containers.overriddenBy(podLevel)), overhead)
                    .max(held);
        }
        return statusOverhead == StatusOverhead.INCLUDED ? held : held.plus(overhead);
    }

    /** How far the pod may go. */
    public ResourceAmounts limits(Pod pod) {
        var status = pod.status();
        var reading = new StatusReading(status);
        var podLevel = demand.podLevelLimits(pod.spec()).retaining(ResourceName::isAllowedAtPodLevel);
        var totals = podLevelStatusCounts && status.resources().limits().isDeclared();
        var actual = totals
                ? Term.ofPod(status.resources().limits())
                : fromStatus(
                        pod,
                        reading.actualLimits(),
                        new PodLevel(
                                podLevel,
                                status.resources().limits(),
                                podLevelStatusCounts && status.resources().isDeclared()));
        var overhead = pod.spec().overhead();
        var held = heldLimits(actual, overhead);
        if (!status.resizeIsInfeasible()) {
            var desired =
                    Term.ofContainers(ContainerAggregate.limits(pod.spec()).overriddenBy(podLevel));
            held = heldLimits(desired, overhead).max(held);
        }
        return statusOverhead == StatusOverhead.INCLUDED ? held : plusWhereNotZero(held, overhead);
    }

    /** The containers' status, with the pod level's in place of it for the resources that the spec names at pod level. */
    private static Term fromStatus(Pod pod, ContainerReading reading, PodLevel podLevel) {
        var containers = ContainerAggregate.of(pod.spec(), reading);
        var desired = podLevel.desired();
        if (!podLevel.isReported()) return Term.ofContainers(containers.overriddenBy(desired));
        return new Term(
                containers.retaining(name -> !desired.contains(name)),
                podLevel.total().retaining(desired::contains),
                false);
    }

    /** Whether the node said anything of the pod as a whole. Kubernetes does not look at the allocated part alone. */
    private boolean reportsRequests(PodStatus status) {
        if (!podLevelStatusCounts) return false;
        if (status.resources().isDeclared()) return true;
        return statusOverhead == StatusOverhead.INCLUDED
                && status.allocatedResources().isDeclared();
    }

    /**
     * The pod level of one of the three values.
     *
     * @param desired what the spec names at pod level
     * @param total what the node reported for the pod as a whole
     * @param isReported whether the node's word counts instead of the spec, be it silent on this value
     */
    private record PodLevel(ResourceAmounts desired, ResourceAmounts total, boolean isReported) {}

    /**
     * One of the three values.
     *
     * @param bare entries that lack overhead
     * @param total entries that the node reported for the pod as a whole
     * @param isWhole whether the node reported all of it, so that nothing is missing
     */
    private record Term(ResourceAmounts bare, ResourceAmounts total, boolean isWhole) {
        static Term ofContainers(ResourceAmounts bare) {
            return new Term(bare, ResourceAmounts.ABSENT, false);
        }

        static Term ofPod(ResourceAmounts total) {
            return new Term(ResourceAmounts.ABSENT, total, true);
        }
    }

    private ResourceAmounts held(Term term, ResourceAmounts overhead) {
        var together = term.bare().overriddenBy(term.total());
        if (statusOverhead == StatusOverhead.NOT_INCLUDED || term.isWhole()) return together;
        return together.plus(overhead.retaining(name -> !term.total().contains(name)));
    }

    private ResourceAmounts heldLimits(Term term, ResourceAmounts overhead) {
        if (statusOverhead == StatusOverhead.NOT_INCLUDED) return term.bare().overriddenBy(term.total());
        return plusWhereNotZero(term.bare(), overhead).overriddenBy(term.total());
    }

    private static ResourceAmounts plusWhereNotZero(ResourceAmounts limits, ResourceAmounts overhead) {
        return limits.plus(overhead.retaining(name -> !limits.amount(name).isZero()));
    }
}
