package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.usage.ContainerUsage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one pod wanted, as recorded: the newest value of each of its containers, and the same pod in each run. */
final class RecordedPod {
    private static final long LEAST_PATIENCE = 5 * 60_000L;
    private static final int PATIENCE = 3;
    /** Of a pod that was seen once: nobody knows yet how often it is recorded. */
    private static final long FIRST_PATIENCE = 2 * 3_600_000L;

    final String name;
    final @Nullable ReplayedPod[] runs;
    /** Thousandths of a core, by container. */
    long[] cpu = {};
    /** Bytes, by container. */
    long[] memory = {};
    /** Whether there is a value that was not looked at yet, by container. */
    boolean[] isNew = {};
    /** When the values are from. */
    long time = ContainerUsage.NEVER;

    /** What it adds to the workload's use at the moment. */
    long countedCpu;

    long countedMemory;

    private long[] seen = {};
    private long step;

    RecordedPod(String name, int runs) {
        this.name = name;
        this.runs = new ReplayedPod[runs];
    }

    void put(int container, long at, long milliCores, long bytes) {
        reach(container + 1);
        cpu[container] = milliCores;
        memory[container] = bytes;
        isNew[container] = true;
        seen[container] = at;
        time = at;
    }

    void reach(int count) {
        if (cpu.length >= count) return;
        cpu = Arrays.copyOf(cpu, count);
        memory = Arrays.copyOf(memory, count);
        isNew = Arrays.copyOf(isNew, count);
        seen = Arrays.copyOf(seen, count);
    }

    /** For how long the values hold: until the next ones, but not over a gap in the recording. */
    long covered(long until) {
        return isGone(until) ? step : until - time;
    }

    /** At the end of the recording: as long as the values before. */
    long lastStep() {
        return step;
    }

    private long patience() {
        return step == 0 ? FIRST_PATIENCE : Math.max(LEAST_PATIENCE, PATIENCE * step);
    }

    boolean isGone(long now) {
        return now - time > patience();
    }

    /** The values were looked at; those of containers that are gone do not stay for ever. */
    void settle(long until) {
        var gone = patience();
        if (!isGone(until)) step = until - time;
        for (var i = 0; i < cpu.length; i++) {
            isNew[i] = false;
            if (until - seen[i] > gone) {
                cpu[i] = 0;
                memory[i] = 0;
            }
        }
    }

    long totalCpu() {
        return Arrays.stream(cpu).sum();
    }

    long totalMemory() {
        return Arrays.stream(memory).sum();
    }
}
