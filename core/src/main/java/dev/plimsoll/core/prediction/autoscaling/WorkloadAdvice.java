package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.replay.ReplayLevel;
import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What a pod of a workload should ask for, by all that was recorded of it, whatever limits it had.
 *
 * @param asked what a pod requests as it is written
 * @param atContainers a pod with what is recommended for its containers
 * @param atPod a pod with what is recommended for it as a whole (AEP-7571)
 * @param samples how many the recommendation rests on
 */
public record WorkloadAdvice(String workload, ComputeAmounts asked, PodSpec atContainers, PodSpec atPod, long samples) {
    /**
     * Learns from all that was recorded.
     *
     * @param policy of its VerticalPodAutoscaler, where there is one
     */
    public static WorkloadAdvice of(RecordedWorkload recorded, ResourcePolicy policy) {
        var plan = ReplayPlan.DEFAULT.withTemplate(recorded.template()).withPolicy(policy);
        return new WorkloadAdvice(
                recorded.workload(),
                amounts(recorded.template()),
                learnt(ReplayLevel.CONTAINERS, plan, recorded),
                learnt(ReplayLevel.POD, plan, recorded),
                recorded.series().stream().mapToLong(UsageSeries::size).sum());
    }

    private static PodSpec learnt(ReplayLevel level, ReplayPlan plan, RecordedWorkload recorded) {
        var workload = ReplayedWorkload.at(level, plan, recorded.ranges());
        var pods = new TreeMap<String, List<UsageSeries>>();
        for (var series : recorded.series())
            pods.computeIfAbsent(series.id().pod(), _ -> new ArrayList<>()).add(series);
        pods.forEach((name, series) -> learn(workload, name, unlimited(recorded.template()), series));
        workload.recommend();
        return workload.recommended();
    }

    private static PodSpec unlimited(PodSpec spec) {
        return spec.withResources(spec.resources().withLimits(ResourceAmounts.ABSENT))
                .mappingContainers(container ->
                        container.withResources(container.resources().withLimits(ResourceAmounts.ABSENT)));
    }

    /** All samples of a pod in the order of time. */
    private static void learn(ReplayedWorkload workload, String name, PodSpec spec, List<UsageSeries> series) {
        var at = new int[series.size()];
        var member = workload.start(name, spec, 0);
        while (true) {
            var next = Long.MAX_VALUE;
            for (var i = 0; i < at.length; i++)
                if (at[i] < series.get(i).size())
                    next = Math.min(next, series.get(i).time(at[i]));
            if (next == Long.MAX_VALUE) return;
            for (var i = 0; i < at.length; i++) {
                var own = series.get(i);
                if (at[i] >= own.size() || own.time(at[i]) != next) continue;
                var number = workload.container(own.id().container());
                if (number >= 0) member.want(number, next, own.milliCores(at[i]), own.bytes(at[i]));
                at[i]++;
            }
            workload.live(member, 0);
        }
    }

    /** What a pod requests at a level. */
    public ComputeAmounts recommended(boolean isPodLevel) {
        return amounts(isPodLevel ? atPod : atContainers);
    }

    private static ComputeAmounts amounts(PodSpec spec) {
        return ComputeAmounts.of(PodDemand.AS_WRITTEN.requests(spec));
    }

    /** The pod with what is recommended for one of its workload: containers of other names keep what they have. */
    public PodSpec applied(PodSpec pod, boolean isPodLevel) {
        var advised = isPodLevel ? atPod : atContainers;
        return pod.withResources(advised.resources())
                .mappingContainers(container -> advised.containers().stream()
                        .filter(each -> each.name().equals(container.name()))
                        .findFirst()
                        .map(each -> container.withResources(each.resources()))
                        .orElse(container));
    }
}
