package dev.plimsoll.core.topology.cpu;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.Set;

/** Which CPUs of a pool a request for some number of them is given, by the options of the static policy. */
public record CpuPicker(Machine machine, Set<CpuOption> options) {
    public CpuPicker {
        options = Set.copyOf(options);
    }

    public boolean has(CpuOption option) {
        return options.contains(option);
    }

    public Taken take(CpuSet from, int count) {
        var spread = has(CpuOption.DISTRIBUTE_CPUS_ACROSS_CORES);
        if (has(CpuOption.DISTRIBUTE_CPUS_ACROSS_NUMA)) {
            var group = has(CpuOption.FULL_PCPUS_ONLY) ? machine.cpusPerCore() : 1;
            return DistributedCpus.take(machine, from, count, group, spread, has(CpuOption.ALIGN_BY_SOCKET));
        }
        return PackedCpus.take(machine, from, count, spread, has(CpuOption.PREFER_ALIGN_CPUS_BY_UNCORECACHE));
    }

    /** Takes what it can from the preferred nodes and the rest from anywhere in the pool. */
    public Taken takeNear(NodeMask preferred, CpuSet pool, int count) {
        if (preferred.isEmpty()) return take(pool, count);
        var near = pool.intersection(reach(preferred));
        return switch (take(near, Math.min(count, near.size()))) {
            case Taken.Failed failed -> failed;
            case Taken.Cpus(var close) ->
                switch (take(pool.minus(close), count - close.size())) {
                    case Taken.Failed failed -> failed;
                    case Taken.Cpus(var rest) -> new Taken.Cpus(close.union(rest));
                };
        };
    }

    private CpuSet reach(NodeMask nodes) {
        return has(CpuOption.ALIGN_BY_SOCKET) ? machine.cpusOfSocketsTouching(nodes) : machine.cpusOfNodes(nodes);
    }
}
