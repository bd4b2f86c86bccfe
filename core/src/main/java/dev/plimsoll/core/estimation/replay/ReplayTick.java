package dev.plimsoll.core.estimation.replay;

import java.util.Arrays;

/**
 * What a pod got of what it wanted at one moment.
 *
 * <p>Steps: a container that wants more CPU than its limit gets its limit; if all together want more than the pod's limit, each
 * gets its share of that. A container that holds more memory than its limit is killed; while the others together hold more
 * than the pod's limit, the largest is. One object is used again and again.
 */
final class ReplayTick {
    static final int NOBODY = -1;

    /** What the containers got; the memory of those that were killed is what they had reached. */
    long[] cpu = {};

    long[] memory = {};
    boolean[] isKilled = {};
    /** Thousandths of a core that were wanted and not given. */
    long throttled;

    long totalCpu;
    long totalMemory;
    boolean anyKilled;

    void run(RecordedPod wanted, ReplayedPod pod, int count) {
        if (cpu.length < count) {
            cpu = new long[count];
            memory = new long[count];
            isKilled = new boolean[count];
        }
        Arrays.fill(isKilled, false);
        anyKilled = false;
        throttled = 0;
        totalCpu = 0;
        totalMemory = 0;
        var allowance = pod.allowance;
        for (var i = 0; i < count; i++) {
            var runs = pod.isRunning(i, wanted.time);
            var wantedCpu = runs ? wanted.cpu[i] : 0;
            cpu[i] = Math.min(wantedCpu, allowance.cpuLimits[i]);
            throttled += wantedCpu - cpu[i];
            totalCpu += cpu[i];
            memory[i] = runs ? wanted.memory[i] : 0;
            if (memory[i] > allowance.memoryLimits[i]) kill(i, allowance.memoryLimits[i]);
            else totalMemory += memory[i];
        }
        share(allowance.podCpuLimit, count);
        while (totalMemory > allowance.podMemoryLimit) {
            var largest = largest(count);
            totalMemory -= memory[largest];
            kill(
                    largest,
                    Math.min(
                            memory[largest],
                            allowance.podMemoryLimit - Math.min(totalMemory, allowance.podMemoryLimit)));
        }
    }

    private void kill(int container, long reached) {
        isKilled[container] = true;
        anyKilled = true;
        memory[container] = reached;
    }

    private void share(long limit, int count) {
        if (totalCpu <= limit) return;
        throttled += totalCpu - limit;
        var part = (double) limit / totalCpu;
        for (var i = 0; i < count; i++) cpu[i] = (long) (cpu[i] * part);
        totalCpu = limit;
    }

    private int largest(int count) {
        var largest = NOBODY;
        for (var i = 0; i < count; i++) {
            if (!isKilled[i] && (largest == NOBODY || memory[i] > memory[largest])) largest = i;
        }
        return largest;
    }
}
