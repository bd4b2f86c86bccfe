package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload.Member;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.prediction.autoscaling.AutoscaledCluster.ClusterPod;
import dev.plimsoll.core.workloads.horizontal.AutoscalerTimes;
import dev.plimsoll.core.workloads.horizontal.MeasuredPods;
import dev.plimsoll.core.workloads.horizontal.MetricsEvaluation;
import dev.plimsoll.core.workloads.horizontal.PodMetricUsage;
import dev.plimsoll.core.workloads.horizontal.PodRequest;
import dev.plimsoll.core.workloads.horizontal.ReplicaDecision;
import dev.plimsoll.core.workloads.horizontal.ScaledPod;
import dev.plimsoll.core.workloads.horizontal.ScalingDecision;
import dev.plimsoll.core.workloads.horizontal.ScalingHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalInt;

/** A HorizontalPodAutoscaler that looks at a workload: the functions of its controller, on what the pods of the simulation get. */
final class ReplicaAutoscaler {
    /** Over so long use is averaged: as the metrics server's manifest and our nodes have it. */
    private static final Duration WINDOW = Duration.ofSeconds(15);

    private static final int UNKNOWN = -1;

    private final HorizontalAutoscaler autoscaler;
    private final AutoscalerTimes times;
    private final MetricsEvaluation evaluation;
    private final WorkloadRun run;
    private ScalingHistory history = ScalingHistory.NONE;
    private String why = "";
    private int asked = UNKNOWN;

    ReplicaAutoscaler(HorizontalAutoscaler autoscaler, AutoscalerTimes times, FeatureGates gates, WorkloadRun run) {
        this.autoscaler = autoscaler;
        this.times = times;
        this.evaluation = new MetricsEvaluation(PodRequest.under(gates), times.periods());
        this.run = run;
    }

    HorizontalAutoscaler autoscaler() {
        return autoscaler;
    }

    WorkloadRun run() {
        return run;
    }

    /**
     * Looks once.
     *
     * @param current how many there are to be now
     * @return how many there shall be; empty where nothing changes
     */
    OptionalInt look(int current, Instant now) {
        var spec = autoscaler.spec();
        var before = history.beginning(current, now);
        asked = UNKNOWN;
        var decision = ScalingDecision.withoutMetrics(spec, current, before).orElseGet(() -> {
            var said = evaluation.of(spec, measured(now), current, now);
            asked = said.replicas();
            if (asked < 0) run.hold(said.scalingActive().message());
            return ScalingDecision.of(
                    spec, new ReplicaDecision(spec.range(), times.stabilization()), said, current, before, now);
        });
        history = decision.history();
        if (decision.replicas() == current) return OptionalInt.empty();
        why = decision.why();
        var kept = spec.behavior().map(behavior -> behavior.longestPeriod()).orElse(Duration.ZERO);
        history = history.changing(decision.replicas() - current, now, kept);
        return OptionalInt.of(decision.replicas());
    }

    /** Whether metrics asked for another size, the last time, than there is: it may come with time. */
    boolean isHeldBack(int current) {
        var range = autoscaler.spec().range();
        return asked >= 0 && Math.clamp(asked, range.minReplicas(), range.maxReplicas()) != current;
    }

    /** Why the last change was made. */
    String why() {
        return why;
    }

    private MeasuredPods measured(Instant now) {
        var pods = new ArrayList<ScaledPod>();
        for (var pod : run.all()) pods.add(scaled(pod, now));
        if (pods.stream().noneMatch(pod -> pod.usage().isPresent()) && !pods.isEmpty())
            return new MeasuredPods.NoUsage("no metrics returned from resource metrics API");
        return new MeasuredPods.Pods(pods);
    }

    private ScaledPod scaled(ClusterPod pod, Instant now) {
        var member = run.members().get(pod.uid());
        if (member == null) return new ScaledPod(phased(pod.pod(), "Pending"), null, null, null);
        var usage = run.isRecorded() ? usage(member, now) : null;
        var readiness = new ScaledPod.Readiness(true, pod.since());
        return new ScaledPod(phased(pod.pod(), "Running"), pod.since(), readiness, usage);
    }

    private PodMetricUsage usage(Member member, Instant now) {
        var containers = new HashMap<String, ResourceAmounts>();
        var names = run.replayed.containers();
        for (var i = 0; i < names.size(); i++) {
            var amounts = Compute.CPU.with(ResourceAmounts.EMPTY, member.milliCores(i));
            containers.put(names.get(i), Compute.MEMORY.with(amounts, member.bytes(i)));
        }
        return new PodMetricUsage(containers, now, WINDOW);
    }

    private static Pod phased(Pod pod, String phase) {
        return pod.withStatus(new PodStatus(
                phase, "", 0, List.of(), List.of(), List.of(), ResourceRequirements.ABSENT, ResourceAmounts.ABSENT));
    }
}
