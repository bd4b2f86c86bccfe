package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload.Member;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.prediction.autoscaling.AutoscaledCluster.ClusterPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A workload while recorded use is played through: its pods, what they want and get, and what was done to them. */
final class WorkloadRun {
    final String workload;
    final ReplayedWorkload replayed;
    final TreeMap<String, Long> held = new TreeMap<>();
    final List<ReplicaStep> steps = new ArrayList<>();
    private final WorkloadDemand demand;
    private final ComputeAmounts asked;
    private final int pods;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private List<Member> running = List.of();
    private List<ClusterPod> all = List.of();
    private Instant youngest = Instant.EPOCH;
    private boolean isRecorded;
    private int mostWaiting;
    private long killed;
    long restarts;
    long resizes;
    long deferred;
    long infeasible;
    long evicted;

    WorkloadRun(RecordedWorkload recorded, ReplayedWorkload replayed, Duration step, List<ClusterPod> pods) {
        this.workload = recorded.workload();
        this.replayed = replayed;
        this.demand = new WorkloadDemand(recorded.series(), replayed, step);
        this.asked = asked(pods);
        this.pods = pods.size();
        refresh(pods);
    }

    private static ComputeAmounts asked(List<ClusterPod> pods) {
        var sum = ComputeAmounts.NONE;
        for (var pod : pods)
            sum = sum.plus(
                    ComputeAmounts.of(PodDemand.AS_WRITTEN.requests(pod.pod().spec())));
        return sum;
    }

    /** Takes in pods that came, went or were resized. */
    void refresh(List<ClusterPod> now) {
        all = now;
        youngest = now.stream()
                .map(ClusterPod::since)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        var next = new LinkedHashMap<String, Member>();
        var waiting = 0;
        for (var pod : now) {
            if (!pod.isRunning()) {
                waiting++;
                continue;
            }
            var known = members.get(pod.uid());
            var spec = pod.pod().spec();
            if (known == null) {
                var since = pod.since().toEpochMilli();
                known = replayed.start(pod.pod().metadata().name(), spec, since);
            } else if (!known.spec().equals(spec)) {
                known.resized(spec);
                resizes++;
            }
            next.put(pod.uid(), known);
        }
        members.clear();
        members.putAll(next);
        running = List.copyOf(next.values());
        mostWaiting = Math.max(mostWaiting, waiting);
    }

    /**
     * Goes on to the next moment.
     *
     * @param recorded its time in the recording
     * @param time its time in the simulation
     */
    void live(long recorded, long time, long millis) {
        isRecorded = demand.reach(recorded);
        if (!isRecorded || running.isEmpty()) return;
        demand.give(running, time);
        for (var member : running) {
            var kills = replayed.live(member, millis);
            killed += kills;
            restarts += kills;
        }
    }

    /** What pods want and get after some came or went, at the same moment. */
    void share(long time) {
        if (!isRecorded || running.isEmpty()) return;
        demand.give(running, time);
        for (var member : running) replayed.observe(member);
    }

    boolean isRecorded() {
        return isRecorded;
    }

    List<ClusterPod> all() {
        return all;
    }

    List<Member> running() {
        return running;
    }

    /** By uid, those that run. */
    Map<String, Member> members() {
        return members;
    }

    /** Since when its youngest pod runs or waits. */
    Instant youngest() {
        return youngest;
    }

    int waiting() {
        return all.size() - running.size();
    }

    void hold(String why) {
        held.merge(why, 1L, Long::sum);
    }

    WorkloadCourse course(String horizontal, String vertical) {
        return new WorkloadCourse(
                workload,
                horizontal,
                vertical,
                asked,
                asked(all),
                pods,
                all.size(),
                mostWaiting,
                killed,
                restarts,
                Duration.ofMillis(replayed.throttledMillis()),
                resizes,
                deferred,
                infeasible,
                evicted,
                held,
                steps);
    }
}
