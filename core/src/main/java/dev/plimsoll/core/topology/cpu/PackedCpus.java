package dev.plimsoll.core.topology.cpu;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import java.util.List;
import java.util.function.Predicate;

/**
 * Takes CPUs that lie close together: whole nodes and sockets, then whole caches, then whole cores, then single threads,
 * each time from the element that has least left.
 *
 * <p>Steps: (1) whole nodes and sockets, the outermost first; (2) caches, if asked for; (3) whole cores, unless CPUs are to
 * be spread over cores; (4) single CPUs. A step takes an element only if it is wholly free and not larger than what is
 * still needed.
 */
final class PackedCpus {
    private final Machine machine;
    private final boolean spread;
    private final boolean byCache;
    private CpuSet free;
    private CpuSet taken = CpuSet.EMPTY;
    private int need;

    private PackedCpus(Machine machine, CpuSet free, int need, boolean spread, boolean byCache) {
        this.machine = machine;
        this.free = free;
        this.need = need;
        this.spread = spread;
        this.byCache = byCache;
    }

    static Taken take(Machine machine, CpuSet from, int count, boolean spread, boolean byCache) {
        if (count < 1) return new Taken.Cpus(CpuSet.EMPTY);
        var free = from.intersection(machine.cpus());
        if (count > free.size()) return tooFew(count, from);
        var pick = new PackedCpus(machine, free, count, spread, byCache);
        pick.run();
        return pick.need == 0 ? new Taken.Cpus(pick.taken) : new Taken.Failed("failed to allocate cpus");
    }

    static Taken.Failed tooFew(int requested, CpuSet from) {
        return new Taken.Failed(
                "not enough cpus available to satisfy request: requested=" + requested + ", available=" + from.size());
    }

    private void run() {
        if (FreeCpus.nodesAreOutermost(machine)) {
            takeWhole(order().nodes(), _ -> true);
            takeWhole(order().sockets(), this::isWholeSocket);
        } else {
            takeWhole(order().sockets(), this::isWholeSocket);
            takeWhole(order().nodes(), _ -> true);
        }
        if (byCache && need > 0) takeByCache();
        if (!spread && need > 0) takeWhole(order().cores(), this::isWholeCore);
        if (need < 1) return;
        for (var cpu : spread ? order().cpusSpread() : order().cpusPacked()) {
            take(CpuSet.of(cpu));
            if (need < 1) return;
        }
    }

    private FreeCpus order() {
        return new FreeCpus(machine, free);
    }

    private void take(CpuSet cpus) {
        taken = taken.union(cpus);
        free = free.minus(cpus);
        need -= cpus.size();
    }

    /** The order is that of the start of the step, as are the elements that count as free. */
    private void takeWhole(List<CpuSet> elements, Predicate<CpuSet> hasUsualSize) {
        if (need < 1) return;
        var atStart = free;
        for (var element : elements) {
            // Also asked where the size is an average: an element of another size may have as many free CPUs as the
            // average.
            if (!element.isSubsetOf(atStart) || !hasUsualSize.test(element)) continue;
            if (element.size() <= need) take(element);
        }
    }

    private boolean isWholeSocket(CpuSet socket) {
        return socket.size() == machine.cpusPerSocket();
    }

    private boolean isWholeCore(CpuSet core) {
        return core.size() == machine.cpusPerCore();
    }

    /** Whole caches while they fit, else what is needed from the first cache that can give it in whole cores. */
    private void takeByCache() {
        for (var cache : order().cacheGroups()) {
            if (need >= machine.cpusPerCacheGroup()) takeWhole(order().cacheGroups(), _ -> true);
            if (need < 1) return;
            var part = partOf(cache);
            if (part.size() == need) take(part);
            if (need < 1) return;
        }
    }

    private CpuSet partOf(CpuSet cache) {
        var perCore = machine.cpusPerCore();
        var cores = (need + perCore - 1) / perCore;
        var part = CpuSet.EMPTY;
        for (var core : machine.cpusByCore().values()) {
            if (cores == 0) break;
            var freeInCore = core.intersection(cache).intersection(free);
            if (freeInCore.isEmpty()) continue;
            part = part.union(freeInCore);
            cores--;
        }
        var oneTooMany = need % 2 == 1 && perCore > 1 && part.size() > need;
        return oneTooMany ? part.minus(CpuSet.of(part.last())) : part;
    }
}
