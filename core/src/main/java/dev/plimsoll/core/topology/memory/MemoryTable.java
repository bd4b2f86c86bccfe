package dev.plimsoll.core.topology.memory;

/**
 * One resource of one NUMA node, in bytes. Free and reserved add up to allocatable.
 *
 * @param systemReserved kept from pods
 * @param allocatable what pods may have
 * @param reserved what pods have
 */
public record MemoryTable(long total, long systemReserved, long allocatable, long reserved, long free) {
    static final MemoryTable NOTHING = new MemoryTable(0, 0, 0, 0, 0);

    static MemoryTable unused(long total, long systemReserved, long allocatable) {
        return new MemoryTable(total, systemReserved, allocatable, 0, allocatable);
    }

    MemoryTable reserving(long bytes) {
        return new MemoryTable(total, systemReserved, allocatable, reserved + bytes, free - bytes);
    }

    boolean hasSameSizes(MemoryTable other) {
        return total == other.total && systemReserved == other.systemReserved && allocatable == other.allocatable;
    }
}
