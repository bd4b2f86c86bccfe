package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.replay.ReplayedWorkload;
import dev.plimsoll.core.estimation.replay.ReplayedWorkload.Member;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the pods of a workload want at a moment, by what was recorded.
 *
 * <p>Where as many pods run as were recorded, each wants what one of them used: the one of its name, or else one that is left. Where there
 * are more or fewer, the CPU of all is divided among them, and each holds the memory that a recorded pod held on average.
 */
final class WorkloadDemand {
    /** For so long a sample counts at least. */
    private static final long LEAST_PATIENCE = Duration.ofMinutes(5).toMillis();

    private static final int PATIENCE = 3;

    private final Map<String, PodSeries> pods = new TreeMap<>();
    private final List<PodSeries> there = new ArrayList<>();
    private final int containers;
    private final long patience;
    private final long[] cpu;
    private final long[] memory;
    private final int[] counts;

    /** What one pod of the recording used. */
    private static final class PodSeries {
        private final SampleCursor[] cursors;
        private boolean isThere;
        private boolean isTaken;

        PodSeries(int containers) {
            this.cursors = new SampleCursor[containers];
            Arrays.setAll(cursors, _ -> new SampleCursor(List.of()));
        }
    }

    /** Moves along the samples of one container. */
    private static final class SampleCursor {
        private final List<UsageSeries> series;
        private int at = -1;
        private boolean isThere;

        SampleCursor(List<UsageSeries> series) {
            this.series = series;
        }

        boolean reach(long time, long patience) {
            isThere = false;
            if (series.isEmpty()) return false;
            var own = series.getFirst();
            while (at + 1 < own.size() && own.time(at + 1) <= time) at++;
            isThere = at >= 0 && time - own.time(at) < patience;
            return isThere;
        }

        long milliCores() {
            return series.getFirst().milliCores(at);
        }

        long bytes() {
            return series.getFirst().bytes(at);
        }
    }

    WorkloadDemand(List<UsageSeries> series, ReplayedWorkload workload, Duration step) {
        this.containers = workload.containers().size();
        this.patience = Math.max(LEAST_PATIENCE, PATIENCE * step.toMillis());
        this.cpu = new long[containers];
        this.memory = new long[containers];
        this.counts = new int[containers];
        for (var each : series) {
            var number = workload.container(each.id().container());
            if (number < 0) continue;
            pods.computeIfAbsent(each.id().pod(), _ -> new PodSeries(containers)).cursors[number] =
                    new SampleCursor(List.of(each));
        }
    }

    /** Goes on to a moment of the recording; whether anything was recorded then. */
    boolean reach(long time) {
        there.clear();
        for (var pod : pods.values()) {
            pod.isThere = false;
            for (var cursor : pod.cursors) pod.isThere |= cursor.reach(time, patience);
            if (pod.isThere) there.add(pod);
        }
        return !there.isEmpty();
    }

    /**
     * Tells pods what they want.
     *
     * @param running by name
     * @param time of the simulation
     */
    void give(List<Member> running, long time) {
        if (running.size() == there.size()) giveEach(running, time);
        else share(running, time);
    }

    private void giveEach(List<Member> running, long time) {
        for (var pod : there) pod.isTaken = false;
        for (var member : running) {
            var own = pods.get(member.name());
            if (own != null) own.isTaken = true;
        }
        var next = 0;
        for (var member : running) {
            var pod = pods.get(member.name());
            if (pod == null || !pod.isThere) {
                while (there.get(next).isTaken) next++;
                pod = there.get(next++);
            }
            for (var i = 0; i < containers; i++) {
                var cursor = pod.cursors[i];
                if (cursor.isThere) member.want(i, time, cursor.milliCores(), cursor.bytes());
            }
        }
    }

    private void share(List<Member> running, long time) {
        Arrays.fill(cpu, 0);
        Arrays.fill(memory, 0);
        Arrays.fill(counts, 0);
        for (var pod : there) {
            for (var i = 0; i < containers; i++) {
                var cursor = pod.cursors[i];
                if (!cursor.isThere) continue;
                cpu[i] += cursor.milliCores();
                memory[i] += cursor.bytes();
                counts[i]++;
            }
        }
        for (var member : running) {
            for (var i = 0; i < containers; i++) {
                if (counts[i] > 0)
                    member.want(i, time, Math.ceilDiv(cpu[i], (long) running.size()), memory[i] / counts[i]);
            }
        }
    }
}
