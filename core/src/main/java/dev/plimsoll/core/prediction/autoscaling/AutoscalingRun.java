package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Plays recorded use through on a cluster, as if it came again from now on.
 *
 * <p>Steps of each moment: (1) pods get what they want under their limits, or are throttled or killed, and recommenders learn of what they
 * got; (2) horizontal autoscalers look, and look again every few seconds while sizes change; (3) vertical autoscalers look; (4) the cluster
 * does what follows of it: pods are made, placed, resized and evicted, or wait.
 */
public final class AutoscalingRun {
    private final AutoscalingInput input;
    private final AutoscaledCluster cluster;
    private final long shift;
    private final Map<String, WorkloadRun> runs = new TreeMap<>();
    private final List<ReplicaAutoscaler> horizontal = new ArrayList<>();
    private final List<ResourceUpdates> vertical = new ArrayList<>();
    private final Map<HorizontalAutoscaler, Instant> changedAt = new HashMap<>();

    /** @param begin the time of the simulation at which the recording begins to come again */
    public AutoscalingRun(AutoscalingInput input, AutoscaledCluster cluster, FeatureGates gates, Instant begin) {
        this.input = input;
        this.cluster = cluster;
        this.shift = begin.toEpochMilli() - input.start();
        var vpas = new HashMap<String, VerticalAutoscaler>();
        for (var each : input.vertical()) vpas.putIfAbsent(each.workload(), each);
        for (var recorded : input.workloads()) {
            var vpa = vpas.get(recorded.workload());
            var replayed = vpa == null
                    ? ReplayedWorkload.unchanged(recorded.template())
                    : ReplayedWorkload.autoscaled(plan(recorded, vpa), recorded.ranges());
            var run = new WorkloadRun(recorded, replayed, input.step(), cluster.pods(recorded.workload()));
            runs.put(recorded.workload(), run);
            if (vpa != null) vertical.add(new ResourceUpdates(vpa, cluster, run));
        }
        for (var each : input.horizontal()) {
            var run = runs.get(each.workload());
            if (run != null) horizontal.add(new ReplicaAutoscaler(each, input.times(), gates, run));
        }
    }

    private ReplayPlan plan(RecordedWorkload recorded, VerticalAutoscaler vpa) {
        var usual = ReplayPlan.DEFAULT;
        return new ReplayPlan(
                recorded.template(),
                vpa.spec().policy(),
                vpa.spec().mode(),
                vpa.spec().evictionRequirements(),
                vpa.wholeCores(),
                input.step(),
                usual.estimator(),
                usual.sampling(),
                usual.scales(),
                usual.rules(),
                usual.containerMaxAllowed(),
                usual.podMaxAllowed());
    }

    /** What the webhook of the autoscaler makes of a pod that a controller sends. */
    public PodSpec created(String workload, PodSpec sent) {
        var run = runs.get(workload);
        return run == null ? sent : run.replayed.created(sent);
    }

    public AutoscalingOutcome run() {
        var step = input.step().toMillis();
        for (var recorded = input.start(); recorded <= input.end(); recorded += step) {
            var now = Instant.ofEpochMilli(recorded + shift);
            for (var run : runs.values()) run.live(recorded, now.toEpochMilli(), step);
            for (var scaling : horizontal) scale(scaling, now);
            var isChanged = false;
            for (var updates : vertical) isChanged |= updates.look(now);
            if (isChanged) settle(now);
        }
        return new AutoscalingOutcome(
                Instant.ofEpochMilli(input.start()),
                Instant.ofEpochMilli(input.end()),
                input.step(),
                runs.values().stream().map(this::course).toList());
    }

    private WorkloadCourse course(WorkloadRun run) {
        var hpa = horizontal.stream().filter(each -> each.run() == run).findFirst();
        var vpa = vertical.stream().filter(each -> each.run() == run).findFirst();
        return run.course(
                hpa.map(each -> each.autoscaler().name()).orElse(""),
                vpa.map(each -> each.autoscaler().name()).orElse(""));
    }

    private void settle(Instant now) {
        cluster.settle(now);
        for (var workload : cluster.changed()) {
            var run = runs.get(workload);
            if (run != null) run.refresh(cluster.pods(workload));
        }
    }

    /** Until the next moment, for as long as a change may lead to another one. */
    private void scale(ReplicaAutoscaler scaling, Instant now) {
        var next = now.plus(input.step());
        var run = scaling.run();
        var at = now;
        do {
            var current = cluster.wanted(run.workload);
            if (current < 0) return;
            var size = scaling.look(current, at);
            if (size.isPresent()) {
                if (!cluster.scale(run.workload, size.getAsInt())) return;
                settle(at);
                run.share(at.toEpochMilli());
                changedAt.put(scaling.autoscaler(), at);
                run.steps.add(
                        new ReplicaStep(at.minusMillis(shift), current, size.getAsInt(), scaling.why(), run.waiting()));
            }
            at = at.plus(input.times().sync());
        } while (at.isBefore(next) && isFresh(scaling, at));
    }

    /** Whether the size was changed lately, so that pods may still be doubted. */
    private boolean isFresh(ReplicaAutoscaler scaling, Instant at) {
        var changed = changedAt.get(scaling.autoscaler());
        var doubted = input.times().periods().initialization();
        return changed != null && Duration.between(changed, at).compareTo(doubted) <= 0;
    }
}
