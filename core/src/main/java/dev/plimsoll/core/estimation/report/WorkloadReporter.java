package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.MergedRange;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodRecommender;
import dev.plimsoll.core.estimation.podlevel.PodRecommender.Known;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** From the pods of a workload and what they used to its report, by the recommender's own functions. */
public final class WorkloadReporter {
    private final PodRecommender recommender;

    public WorkloadReporter(EstimatorSettings settings) {
        this.recommender = new PodRecommender(
                new Estimator(settings),
                new PolicyBounds(ResourceAmounts.ABSENT),
                new SummedContainers(ResourceAmounts.ABSENT));
    }

    /**
     * A report by what was measured.
     *
     * @param policy of the VerticalPodAutoscaler of the workload, where there is one
     * @param range the namespace's LimitRange for pods
     */
    public WorkloadReport measured(WorkloadPods pods, WorkloadUse use, ResourcePolicy policy, MergedRange range) {
        var newest = pods.newest();
        var sidecars = names(newest, true);
        var init = names(newest, false);
        var atPod = policy.podPolicies().mode() != PodMode.OFF;
        var regular = use.usage(name -> !sidecars.contains(name) && !init.contains(name));
        var forContainers = recommender.pod(
                new Known(regular, Set.of(), Set.of(), Set.of(), policy, List.of(), range, null), false);
        var forPod = recommender.pod(
                new Known(use.usage(_ -> true), sidecars, init, Set.of(), policy, pods.originals(), range, use.whole()),
                atPod);
        return report(pods, use, forContainers, forPod);
    }

    /** A report by what somebody recommends already. */
    public WorkloadReport published(WorkloadPods pods, WorkloadUse use, Recommendation recommendation) {
        return report(pods, use, recommendation, recommendation);
    }

    private static Set<String> names(PodSpec spec, boolean sidecars) {
        return spec.initContainers().stream()
                .filter(container -> container.restartsAlways() == sidecars)
                .map(Container::name)
                .collect(Collectors.toSet());
    }

    private static WorkloadReport report(
            WorkloadPods pods, WorkloadUse use, Recommendation atContainers, Recommendation atPod) {
        var newest = pods.newest();
        var setsPodLevel = ManagedLevel.setsPodLevel(newest);
        var count = pods.current().size();
        var asked = ComputeAmounts.NONE;
        for (var spec : pods.current()) asked = asked.plus(demand(spec));
        var byContainers = ComputeAmounts.NONE;
        var byPod = ComputeAmounts.NONE;
        for (var spec : pods.current()) {
            byContainers = byContainers.plus(demand(byContainers(spec, atContainers)));
            byPod = byPod.plus(demand(byPod(spec, atPod)));
        }
        var containers = containers(newest, use, atContainers);
        var average = ComputeAmounts.NONE;
        var highest = ComputeAmounts.NONE;
        for (var container : containers) {
            average = average.plus(container.average());
            highest = highest.plus(container.highest());
        }
        var totals = new WorkloadReport.Totals(asked, average.times(count), highest.times(count), byContainers, byPod);
        var risks = new WorkloadRisks(pods, containers, setsPodLevel ? atPod : atContainers, setsPodLevel).find();
        return new WorkloadReport(
                pods.name(),
                count,
                setsPodLevel,
                containers,
                atContainers,
                atPod,
                totals,
                risks,
                use.samples(),
                use.span());
    }

    private static ComputeAmounts demand(PodSpec spec) {
        return ComputeAmounts.of(PodDemand.AS_WRITTEN.requests(spec));
    }

    /** The pod with what is recommended for containers, and no say of its own. What nobody recommends stays. */
    static PodSpec byContainers(PodSpec spec, Recommendation recommendation) {
        var changed = spec.mappingContainers(container -> recommendation
                .container(container.name())
                .map(estimate -> requesting(container, estimate.target()))
                .orElse(container));
        return recommendation.containers().isEmpty() ? spec : changed.withResources(ResourceRequirements.ABSENT);
    }

    /** The pod with what is recommended for it as a whole; without such a recommendation as its containers are. */
    static PodSpec byPod(PodSpec spec, Recommendation recommendation) {
        var pod = recommendation.pod();
        if (pod.isEmpty()) return byContainers(spec, recommendation);
        var whole = spec.resources();
        return spec.withResources(
                whole.withRequests(over(whole.requests(), pod.get().target())));
    }

    private static Container requesting(Container container, ResourceAmounts target) {
        var resources = container.resources();
        return container.withResources(resources.withRequests(over(resources.requests(), target)));
    }

    private static ResourceAmounts over(ResourceAmounts current, ResourceAmounts target) {
        var changed = current;
        for (var compute : Compute.ALL) {
            if (target.contains(compute.resource())) changed = compute.with(changed, compute.unitsOf(target));
        }
        return changed;
    }

    private static List<ContainerReport> containers(PodSpec spec, WorkloadUse use, Recommendation recommendation) {
        var reports = new ArrayList<ContainerReport>();
        for (var container : spec.containers()) reports.add(container(container, false, use, recommendation));
        for (var container : spec.initContainers()) {
            if (container.restartsAlways()) reports.add(container(container, true, use, recommendation));
        }
        return reports;
    }

    private static ContainerReport container(
            Container container, boolean isSidecar, WorkloadUse use, Recommendation recommendation) {
        var used = use.find(container.name());
        return new ContainerReport(
                container.name(),
                isSidecar,
                container.resources(),
                used.map(ContainerUse::average).orElse(ComputeAmounts.NONE),
                used.map(ContainerUse::highest).orElse(ComputeAmounts.NONE),
                recommendation.container(container.name()).orElse(null));
    }
}
