package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.replay.WorkloadOutcome.Wanted;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recorded use of one workload, lived through once for each level, all at the same time.
 *
 * <p>Goals: the recommender, the policies and the updater that a cluster has, not a model of them; one pass over samples that
 * come in the order of time; memory that does not grow with the recording.
 *
 * <p>Steps, for each pod whenever its next values come: what it got of what it wanted under the limits that it has in this run
 * ({@link ReplayTick}); what of that the recommender saw ({@link ReplayedRecommender}), since nobody sees what was throttled away; what the
 * updater made of the recommendation ({@link ReplayedUpdater}); sums and course ({@link ReplayTally}).
 *
 * <p>It changes in place and belongs to one thread. Times are milliseconds since 1970.
 */
public final class WorkloadReplay {
    private static final long SWEEP = 600_000;
    private static final double CORE = 1000;

    private final String name;
    private final ContainerNames names;
    private final Map<String, RecordedPod> pods = new LinkedHashMap<>();
    private final List<LevelRun> runs = new ArrayList<>();
    private final Timeline timeline = new Timeline();
    private final Timeline.Track cpu = timeline.sums();
    private final Timeline.Track memory = timeline.sums();
    private final Timeline.Track cpuPeak = timeline.largest();
    private final Timeline.Track memoryPeak = timeline.largest();
    private long samples;
    private long first = ContainerUsage.NEVER;
    private long last = ContainerUsage.NEVER;
    private long nextSweep = ContainerUsage.NEVER;
    private long totalCpu;
    private long totalMemory;

    public WorkloadReplay(String name, ReplayPlan plan, List<ReplayLevel> levels) {
        this.name = name;
        this.names = new ContainerNames(plan.template());
        for (var i = 0; i < levels.size(); i++) runs.add(new LevelRun(plan, levels.get(i), i, names, timeline));
    }

    /** What a container of a pod used; times never go back. */
    public void sample(long time, String pod, String container, long milliCores, long bytes) {
        if (time < last) throw new IllegalArgumentException("samples come in the order of time");
        var number = names.number(container);
        if (number == ContainerNames.NOBODY) return;
        if (first == ContainerUsage.NEVER) first = time;
        last = time;
        samples++;
        if (time >= nextSweep) sweep(time);
        var recorded = pods.get(pod);
        if (recorded == null) {
            recorded = new RecordedPod(pod, runs.size());
            pods.put(pod, recorded);
        } else if (time > recorded.time) {
            settle(recorded, time, recorded.covered(time));
        }
        recorded.put(number, time, milliCores, bytes);
    }

    /** Lives through what a pod wanted since its last values. */
    private void settle(RecordedPod recorded, long until, long covered) {
        var from = recorded.time;
        timeline.reach(from);
        for (var run : runs) run.live(recorded, covered);
        var podCpu = recorded.totalCpu();
        var podMemory = recorded.totalMemory();
        cpu.held(from, from + covered, podCpu / CORE);
        memory.held(from, from + covered, (double) podMemory);
        count(recorded, podCpu, podMemory);
        cpuPeak.at(from, totalCpu / CORE);
        memoryPeak.at(from, (double) totalMemory);
        timeline.endAt(from + covered);
        for (var run : runs) run.turn(from, pods.values());
        recorded.settle(until);
    }

    private void count(RecordedPod recorded, long podCpu, long podMemory) {
        totalCpu += podCpu - recorded.countedCpu;
        totalMemory += podMemory - recorded.countedMemory;
        recorded.countedCpu = podCpu;
        recorded.countedMemory = podMemory;
    }

    /** Lets go of pods that are no more; what they wanted last is lived through first. */
    private void sweep(long now) {
        nextSweep = now + SWEEP;
        var gone = new ArrayList<RecordedPod>();
        for (var recorded : pods.values()) {
            if (recorded.isGone(now)) gone.add(recorded);
        }
        for (var recorded : gone) {
            settle(recorded, now, recorded.lastStep());
            count(recorded, 0, 0);
            pods.remove(recorded.name);
        }
    }

    public WorkloadOutcome finish() {
        for (var recorded : List.copyOf(pods.values())) settle(recorded, recorded.time, recorded.lastStep());
        var wanted = new ArrayList<Wanted>();
        for (var i = 0; i < timeline.steps(); i++) {
            wanted.add(new Wanted(
                    Instant.ofEpochMilli(timeline.start(i)),
                    cpu.mean(i),
                    cpuPeak.value(i),
                    memory.mean(i),
                    memoryPeak.value(i)));
        }
        return new WorkloadOutcome(
                name,
                Instant.ofEpochMilli(first),
                Instant.ofEpochMilli(last),
                samples,
                names.all(),
                names.added(),
                runs.stream().map(run -> run.outcome(pods.values())).toList(),
                wanted,
                timeline.width());
    }
}
