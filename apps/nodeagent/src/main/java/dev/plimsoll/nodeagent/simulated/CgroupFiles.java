package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.nodeagent.simulated.files.GeneratedFiles;
import java.util.List;
import java.util.function.Supplier;

/** Cgroups as the kernel shows them. What a file holds is what the runtime holds at the moment when it is read. */
final class CgroupFiles {
    private static final int PAGE = 4096;

    private final Object lock;
    private final Supplier<java.time.Instant> now;
    private final SimulatedMachine machine;

    /** Reads while it holds the runtime's lock. */
    CgroupFiles(Object lock, Supplier<java.time.Instant> now, SimulatedMachine machine) {
        this.lock = lock;
        this.now = now;
        this.machine = machine;
    }

    private Supplier<String> read(Supplier<Object> value) {
        return () -> {
            synchronized (lock) {
                return String.valueOf(value.get());
            }
        };
    }

    void container(GeneratedFiles files, String at, SimulatedContainer container) {
        var folder = at.isEmpty() ? "" : at + "/";
        files.line(folder + "cpu.max", read(() -> {
            var limits = container.instance().limits();
            return limits == null ? "max " + CpuScale.PERIOD : CpuScale.cpuMax(limits.cpuQuota(), limits.cpuPeriod());
        }));
        files.line(folder + "cpu.weight", read(() -> {
            var limits = container.instance().limits();
            return limits == null ? 100 : Math.max(1, CpuScale.curvedWeight(limits.cpuShares()));
        }));
        files.line(folder + "memory.max", read(() -> memory(container.memoryLimit())));
        files.line(
                folder + "memory.current",
                read(() -> container.memory(now.get()).total()));
        files.line(folder + "memory.stat", read(() -> {
            var memory = container.memory(now.get());
            return "anon " + (memory.total() - memory.reclaimable()) + "\nfile " + memory.reclaimable();
        }));
        files.line(
                folder + "cpu.stat",
                read(() -> "usage_usec " + container.usage(now.get()).cpuNanos() / 1000));
        files.line(folder + "cpuset.cpus.effective", read(() -> cpus(container)));
        files.line(folder + "cpuset.cpus", read(() -> {
            var own = container.instance().ownOrNull();
            return own == null || own.cpus().isEmpty() ? "" : own.cpus();
        }));
        files.line(
                folder + "memory.swap.max",
                read(() ->
                        container.values().map(values -> values.memorySwapMax()).orElse("0")));
        for (var size : List.of(HugePageSize.OF_2_MIB, HugePageSize.OF_1_GIB)) {
            var name = folder + "hugetlb." + size.cgroupName() + ".";
            files.line(
                    name + "max",
                    read(() -> container
                            .values()
                            .map(values -> values.hugePageLimits().getOrDefault(size, 0L))
                            .orElse(0L)));
            files.line(name + "current", () -> "0");
        }
        files.line(folder + "memory.events", () -> SimulatedPod.memoryEvents(0));
        rest(files, folder);
    }

    /** Of all pods of a class, or of all pods. */
    void group(GeneratedFiles files, String at, long shares, List<SimulatedPod> pods) {
        var folder = at + "/";
        files.line(folder + "cpu.weight", () -> String.valueOf(CpuScale.linearWeight(shares)));
        files.line(folder + "cpu.max", () -> "max " + CpuScale.PERIOD);
        files.line(
                folder + "memory.current",
                read(() -> pods.stream()
                        .mapToLong(pod -> {
                            var whole = pod.memory(now.get()).podOrNull();
                            return whole == null ? 0 : whole.total();
                        })
                        .sum()));
        rest(files, folder);
    }

    /** Of a pod as a whole. */
    void pod(GeneratedFiles files, String at, SimulatedPod pod) {
        var folder = at + "/";
        files.line(folder + "cpu.max", read(() -> {
            var limits = pod.limits;
            return CpuScale.cpuMax(
                    limits == null || limits.cpuQuota() == PodLimits.UNLIMITED ? 0 : limits.cpuQuota(),
                    CpuScale.PERIOD);
        }));
        files.line(folder + "cpu.weight", read(() -> pod.limits == null ? 1 : pod.limits.cpuWeight()));
        files.line(folder + "memory.max", read(() -> pod.limits == null ? "max" : memory(pod.limits.memoryLimit())));
        files.line(folder + "memory.current", read(() -> {
            var whole = pod.memory(now.get()).podOrNull();
            return whole == null ? 0 : whole.total();
        }));
        files.line(folder + "memory.events", read(pod::memoryEvents));
        files.line(folder + "memory.events.local", read(pod::ownMemoryEvents));
        files.line(folder + "cpu.stat", read(() -> {
            var used = 0L;
            for (var container : pod.containers.values())
                used += container.usage(now.get()).cpuNanos() / 1000;
            return "usage_usec " + used;
        }));
        rest(files, folder);
        pod.containers.values().forEach(container -> {
            if (container.isRunning()) container(files, folder + container.shortId(), container);
        });
    }

    private static void rest(GeneratedFiles files, String folder) {
        files.line(folder + "memory.min", () -> "0");
        files.line(folder + "memory.low", () -> "0");
        files.line(folder + "memory.high", () -> "max");
        files.line(folder + "pids.max", () -> "max");
        files.line(folder + "cgroup.controllers", () -> "cpuset cpu io memory hugetlb pids");
    }

    /** In whole pages. */
    private static String memory(long limit) {
        return limit == Long.MAX_VALUE ? "max" : String.valueOf(limit - limit % PAGE);
    }

    String cpus(SimulatedContainer container) {
        var own = container.instance().ownOrNull();
        if (own != null && !own.cpus().isEmpty()) return own.cpus().toString();
        return machine.cpus() == 1 ? "0" : "0-" + (machine.cpus() - 1);
    }

    int cpuCount(SimulatedContainer container) {
        var own = container.instance().ownOrNull();
        return own != null && !own.cpus().isEmpty() ? own.cpus().size() : machine.cpus();
    }
}
