package dev.plimsoll.core.demand;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What a pod that already has a node counts for while a resize is under way: per resource the largest of what it desires, was
 * allocated and actually has (KEP-1287), by its containers and by the pod as a whole (KEP-5419). What it desires does not count once
 * the node called it infeasible.
 *
 * <p>The three are compared after aggregation over the containers, not container by container: one container may grow by what
 * another gives up.
 *
 * <p>Scheduler, API server and node all ask this class. The node asks it about what it is about to tell, so that nobody who reads
 * what it told counts less than it does.
 */
public final class EffectiveDemand {
    /** Whether the pod-level totals in a status already hold the pod's overhead. */
    public enum StatusOverhead {
        /** As node agents write them: overhead must not be added a second time. */
        INCLUDED,
        /** As Kubernetes reads them: overhead is added to the largest of the three, and totals stand in place of the containers. */
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
        return statusOverhead == StatusOverhead.INCLUDED
                ? largest(pod, perContainer)
                : largestOfKubernetes(pod, perContainer);
    }

    private ResourceAmounts largest(Pod pod, UnaryOperator<ResourceAmounts> perContainer) {
        var spec = pod.spec();
        var status = pod.status();
        var isInfeasible = pod.resizeIsInfeasible();
        var reading = new StatusAmounts(status, isInfeasible);
        var podLevel = demand.podLevelRequests(spec).retaining(ResourceName::isAllowedAtPodLevel);
        var allocated = podLevelStatusCounts ? status.allocatedResources() : ResourceAmounts.ABSENT;
        var actual = podLevelStatusCounts ? status.resources().requests() : ResourceAmounts.ABSENT;
        Predicate<ResourceName> isReported =
                name -> podLevel.contains(name) && (allocated.contains(name) || actual.contains(name));
        var held = reported(spec, reading.allocatedRequests().then(perContainer), podLevel, isReported)
                .max(allocated)
                .max(reported(spec, reading.actualRequests().then(perContainer), podLevel, isReported))
                .max(actual);
        if (isInfeasible) return held;
        return PodDemand.requests(spec, ContainerAmounts.REQUESTS.then(perContainer), podLevel, spec.overhead())
                .max(held);
    }

    /**
     * What the containers' status comes to. Of a resource that the pod level names the containers say nothing: the spec stands in, unless
     * the node reported it for the pod as a whole.
     */
    private static ResourceAmounts reported(
            PodSpec spec, ContainerAmounts reading, ResourceAmounts podLevel, Predicate<ResourceName> isReported) {
        return ContainerAggregate.of(spec, reading)
                .overriddenBy(podLevel)
                .retaining(isReported.negate())
                .plus(spec.overhead().retaining(isReported.negate()));
    }

    private ResourceAmounts largestOfKubernetes(Pod pod, UnaryOperator<ResourceAmounts> perContainer) {
        var status = pod.status();
        var reading = new StatusAmounts(status, status.resizeIsInfeasible());
        var podLevel = demand.podLevelRequests(pod.spec()).retaining(ResourceName::isAllowedAtPodLevel);
        var totals = podLevelStatusCounts
                && status.allocatedResources().isDeclared()
                && status.resources().requests().isDeclared();
        var reported = podLevelStatusCounts && status.resources().isDeclared();
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
        var held = actual.together().max(allocated.together());
        if (!status.resizeIsInfeasible()) {
            var containers = ContainerAggregate.of(pod.spec(), ContainerAmounts.REQUESTS.then(perContainer));
            held = containers.overriddenBy(podLevel).max(held);
        }
        return held.plus(pod.spec().overhead());
    }

    /** How far the pod may go. */
    public ResourceAmounts limits(Pod pod) {
        var status = pod.status();
        var isInfeasible =
                statusOverhead == StatusOverhead.INCLUDED ? pod.resizeIsInfeasible() : status.resizeIsInfeasible();
        var reading = new StatusAmounts(status, isInfeasible);
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
        if (!isInfeasible) {
            var desired =
                    Term.ofContainers(ContainerAggregate.limits(pod.spec()).overriddenBy(podLevel));
            held = heldLimits(desired, overhead).max(held);
        }
        return statusOverhead == StatusOverhead.INCLUDED ? held : plusWhereNotZero(held, overhead);
    }

    /** The containers' status, with the pod level's in place of it for the resources that the spec names at pod level. */
    private static Term fromStatus(Pod pod, ContainerAmounts reading, PodLevel podLevel) {
        var containers = ContainerAggregate.of(pod.spec(), reading);
        var desired = podLevel.desired();
        if (!podLevel.isReported()) return Term.ofContainers(containers.overriddenBy(desired));
        return new Term(
                containers.retaining(name -> !desired.contains(name)),
                podLevel.total().retaining(desired::contains));
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
     */
    private record Term(ResourceAmounts bare, ResourceAmounts total) {
        static Term ofContainers(ResourceAmounts bare) {
            return new Term(bare, ResourceAmounts.ABSENT);
        }

        static Term ofPod(ResourceAmounts total) {
            return new Term(ResourceAmounts.ABSENT, total);
        }

        ResourceAmounts together() {
            return bare.overriddenBy(total);
        }
    }

    private ResourceAmounts heldLimits(Term term, ResourceAmounts overhead) {
        if (statusOverhead == StatusOverhead.NOT_INCLUDED) return term.together();
        return plusWhereNotZero(term.bare(), overhead).overriddenBy(term.total());
    }

    private static ResourceAmounts plusWhereNotZero(ResourceAmounts limits, ResourceAmounts overhead) {
        return limits.plus(overhead.retaining(name -> !limits.amount(name).isZero()));
    }
}
