package dev.plimsoll.core.placement.table;

import java.util.Arrays;

/** Numbers of all rows, resource by resource. What a row has promised may be more than it has: pending resizes count. */
final class ResourceColumns {
    long[] cpu;
    long[] memory;
    long[] storage;
    long[] mostPods;
    long[] usedCpu;
    long[] usedMemory;
    long[] usedStorage;
    long[] scoredCpu;
    long[] scoredMemory;
    int[] pods;

    ResourceColumns(int rows) {
        cpu = new long[rows];
        memory = new long[rows];
        storage = new long[rows];
        mostPods = new long[rows];
        usedCpu = new long[rows];
        usedMemory = new long[rows];
        usedStorage = new long[rows];
        scoredCpu = new long[rows];
        scoredMemory = new long[rows];
        pods = new int[rows];
    }

    void grow(int rows) {
        cpu = Arrays.copyOf(cpu, rows);
        memory = Arrays.copyOf(memory, rows);
        storage = Arrays.copyOf(storage, rows);
        mostPods = Arrays.copyOf(mostPods, rows);
        usedCpu = Arrays.copyOf(usedCpu, rows);
        usedMemory = Arrays.copyOf(usedMemory, rows);
        usedStorage = Arrays.copyOf(usedStorage, rows);
        scoredCpu = Arrays.copyOf(scoredCpu, rows);
        scoredMemory = Arrays.copyOf(scoredMemory, rows);
        pods = Arrays.copyOf(pods, rows);
    }

    /** The first row of a table that holds nothing but a copy of one row of this one. */
    ResourceColumns single(int row) {
        var one = new ResourceColumns(1);
        one.cpu[0] = cpu[row];
        one.memory[0] = memory[row];
        one.storage[0] = storage[row];
        one.mostPods[0] = mostPods[row];
        one.usedCpu[0] = usedCpu[row];
        one.usedMemory[0] = usedMemory[row];
        one.usedStorage[0] = usedStorage[row];
        one.scoredCpu[0] = scoredCpu[row];
        one.scoredMemory[0] = scoredMemory[row];
        one.pods[0] = pods[row];
        return one;
    }
}
