package dev.plimsoll.core.topology.cpu;

import dev.plimsoll.core.topology.machine.CpuSet;

/** What an attempt to take CPUs gave: the CPUs, or the sentence that says why not. */
public sealed interface Taken {
    record Cpus(CpuSet cpus) implements Taken {}

    record Failed(String reason) implements Taken {}
}
