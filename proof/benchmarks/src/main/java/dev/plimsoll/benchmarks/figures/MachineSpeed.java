package dev.plimsoll.benchmarks.figures;

import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;

/**
 * How fast the machine is today: processor time of work that has nothing to do with this project, sorting numbers and hashing texts.
 * Figures of two days are compared only after this one.
 */
public final class MachineSpeed {
    static final String ROW = "sorting and hashing";

    private static final int ROUNDS = 12;
    private static final int WARM_UP = 4;
    private static final int NUMBERS = 400_000;

    private MachineSpeed() {}

    public static void main(String... arguments) {
        var found = 0L;
        for (var round = 0; round < ROUNDS; round++) {
            var begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            found += work(round);
            var millis = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun) / 1e6;
            if (round >= WARM_UP) FigureFile.add(ROW, millis, "ms");
        }
        System.out.println("done: " + found);
    }

    private static long work(int seed) {
        var random = new SplittableRandom(seed);
        var numbers = random.longs(NUMBERS).toArray();
        java.util.Arrays.sort(numbers);
        var texts = new java.util.HashMap<String, Long>();
        for (var i = 0; i < NUMBERS; i += 8) texts.merge(Long.toString(numbers[i] % 10_000), 1L, Long::sum);
        return texts.size();
    }
}
