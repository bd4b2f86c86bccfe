package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Plays recorded use through on a cluster, as if it came again from now on.
 *
 * <p>Steps of each moment: (1) pods get what they want under their limits, or are throttled or killed, and recommenders learn of what they
 * got; (2) vertical autoscalers look; (3) horizontal autoscalers look until the next moment, as often as their controller does; (4) the cluster
 * does what follows of it: pods are made, placed, resized and evicted, or wait.
 */
public final class AutoscalingRun {
    private final AutoscalingInput input;
    private final AutoscaledCluster cluster;
    private final long shift;
    private final Map<String, WorkloadRun> runs = new TreeMap<>();
    private final List<ReplicaAutoscaler> horizontal = new ArrayList<>();
    private final List<ResourceUpdates> vertical = new ArrayList<>();

    /** When which of the horizontal autoscalers looks. */
    private record Look(Instant at, int number) {}

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
            var isChanged = false;
            for (var updates : vertical) isChanged |= updates.look(now);
            if (isChanged) settle(now);
            scale(now);
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

    /** Until the next moment, each autoscaler in its turn. */
    private void scale(Instant now) {
        var looks = new PriorityQueue<>(Comparator.comparing(Look::at).thenComparingInt(Look::number));
        for (var i = 0; i < horizontal.size(); i++) looks.add(new Look(now, i));
        var end = now.plus(input.step());
        while (!looks.isEmpty()) {
            var look = looks.remove();
            var next = scale(horizontal.get(look.number()), look.at(), end);
            if (next.isBefore(end)) looks.add(new Look(next, look.number()));
        }
    }

    /**
     * An autoscaler looks once.
     *
     * @return when it has to look again: what it sees stays the same until the end, so that only what it waits for counts, and the last time that it
     *     sees it
     */
    private Instant scale(ReplicaAutoscaler scaling, Instant at, Instant end) {
        var run = scaling.run();
        var current = cluster.wanted(run.workload);
        if (current < 0) return end;
        var size = scaling.look(current, at);
        if (size.isPresent()) {
            if (!cluster.scale(run.workload, size.getAsInt())) return end;
            settle(at);
            run.share(at.toEpochMilli());
            run.steps.add(
                    new ReplicaStep(at.minusMillis(shift), current, size.getAsInt(), scaling.why(), run.waiting()));
        }
        var sync = input.times().sync();
        var next = at.plus(sync);
        if (!next.isBefore(end) || scaling.isHeldBack(size.orElse(current)) || isDoubted(run, next)) return next;
        var left = Duration.between(at, end).minusNanos(1).dividedBy(sync);
        return at.plus(sync.multipliedBy(left));
    }

    /** Whether some pod is so young that its use may not count yet. */
    private boolean isDoubted(WorkloadRun run, Instant at) {
        var doubted = input.times().periods().initialization();
        return Duration.between(run.youngest(), at).compareTo(doubted) <= 0;
    }
}
