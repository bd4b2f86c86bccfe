package dev.plimsoll.core.estimation.report;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;

/** An amount of each resource: thousandths of a core, and bytes. */
public record ComputeAmounts(long milliCores, long bytes) {
    public static final ComputeAmounts NONE = new ComputeAmounts(0, 0);

    private static final double CORE = 1000;
    private static final double GIB = 1L << 30;

    /** What a list says; zero where it says nothing. */
    public static ComputeAmounts of(ResourceAmounts amounts) {
        return new ComputeAmounts(Compute.CPU.unitsOf(amounts), Compute.MEMORY.unitsOf(amounts));
    }

    public long at(Compute compute) {
        return switch (compute) {
            case CPU -> milliCores;
            case MEMORY -> bytes;
        };
    }

    public ComputeAmounts plus(ComputeAmounts other) {
        return new ComputeAmounts(milliCores + other.milliCores, bytes + other.bytes);
    }

    public ComputeAmounts times(long count) {
        return new ComputeAmounts(milliCores * count, bytes * count);
    }

    /** How much more than another this is, resource by resource; never less than nothing. */
    public ComputeAmounts beyond(ComputeAmounts other) {
        return new ComputeAmounts(Math.max(0, milliCores - other.milliCores), Math.max(0, bytes - other.bytes));
    }

    public boolean isNone() {
        return milliCores == 0 && bytes == 0;
    }

    public double cores() {
        return milliCores / CORE;
    }

    public double gib() {
        return bytes / GIB;
    }
}
