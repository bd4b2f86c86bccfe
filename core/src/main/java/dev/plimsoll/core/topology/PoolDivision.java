package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.cpu.Taken;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.state.PodCpus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The CPUs of a pod that is placed as one, divided anew after a resize.
 *
 * <p>Steps: (1) exclusive containers that shrink give up what they did not start with; (2) those that grow take from what no
 * other exclusive container has; (3) if the pod shrinks, it gives up what no container started with or has to itself; (4) the
 * rest is shared. Init containers overlap with those that run after them and give nothing up to them.
 */
final class PoolDivision {
    private final CpuPicker picker;
    private final PodClaim before;
    private final PodClaim after;
    private final PodCpus had;
    private CpuSet pool;
    private final Map<String, CpuSet> exclusive = new HashMap<>();

    PoolDivision(CpuPicker picker, PodClaim before, PodClaim after, PodCpus had, CpuSet widest) {
        this.picker = picker;
        this.before = before;
        this.after = after;
        this.had = had;
        this.pool = widest;
    }

    Optional<ResizeRefusal> run() {
        for (var container : before.containers()) {
            if (container.hasExclusiveCpus()) exclusive.put(container.name(), had.of(container.name()));
        }
        for (var container : after.containers()) {
            if (container.exclusiveCpus() >= had.of(container.name()).size() || !container.hasExclusiveCpus()) continue;
            var refused = shrink(container); // 1
            if (refused.isPresent()) return refused;
        }
        for (var container : after.containers()) {
            var refused = grow(container); // 2
            if (refused.isPresent()) return refused;
        }
        return after.cpus() < pool.size() ? shrinkPool() : Optional.empty(); // 3
    }

    private Optional<ResizeRefusal> shrink(ContainerClaim container) {
        var own = had.of(container.name());
        var promised = started(container.name());
        if (container.exclusiveCpus() < promised.size()) {
            return Optional.of(belowStart(container.name(), container.exclusiveCpus(), promised));
        }
        return take(container.name(), promised, own.minus(promised), container.exclusiveCpus());
    }

    private Optional<ResizeRefusal> grow(ContainerClaim container) {
        if (!container.hasExclusiveCpus()) return Optional.empty();
        var own = exclusive.getOrDefault(container.name(), CpuSet.EMPTY);
        if (container.exclusiveCpus() <= own.size()) return Optional.empty();
        return take(container.name(), own, pool.minus(heldBesides(container)), container.exclusiveCpus());
    }

    /** What containers that run at the same time have to themselves. */
    private CpuSet heldBesides(ContainerClaim container) {
        var held = CpuSet.EMPTY;
        for (var other : after.containers()) {
            if (other.name().equals(container.name()) || other.isInit()) continue;
            if (container.isInit() && other.kind() == ContainerClaim.Kind.REGULAR) continue;
            held = held.union(exclusive.getOrDefault(other.name(), CpuSet.EMPTY));
        }
        return held;
    }

    private Optional<ResizeRefusal> take(String container, CpuSet kept, CpuSet from, int wanted) {
        switch (picker.take(from.minus(kept), wanted - kept.size())) {
            case Taken.Failed(var reason) -> {
                return Optional.of(ResizeRefusal.never(reason, Rule.TOO_FEW_CPUS));
            }
            case Taken.Cpus(var cpus) -> {
                exclusive.put(container, kept.union(cpus));
                return Optional.empty();
            }
        }
    }

    private CpuSet started(String container) {
        return had.started().getOrDefault(container, CpuSet.EMPTY);
    }

    private static ResizeRefusal belowStart(String whose, int wanted, CpuSet promised) {
        return ResizeRefusal.never(
                "\"" + whose + "\" cannot shrink to " + wanted + " CPUs: it keeps the CPUs that it started with, "
                        + promised,
                Rule.RESIZE_BELOW_START);
    }

    private Optional<ResizeRefusal> shrinkPool() {
        var kept = CpuSet.EMPTY;
        for (var container : after.containers()) {
            kept = kept.union(started(container.name())).union(exclusive.getOrDefault(container.name(), CpuSet.EMPTY));
        }
        if (after.cpus() < kept.size()) return Optional.of(belowStart("pod", after.cpus(), kept));
        switch (picker.take(pool.minus(kept), after.cpus() - kept.size())) {
            case Taken.Failed(var reason) -> {
                return Optional.of(ResizeRefusal.never(reason, Rule.TOO_FEW_CPUS));
            }
            case Taken.Cpus(var more) -> pool = kept.union(more);
        }
        return Optional.empty();
    }

    /** 4: after {@link #run()} had no objection. */
    PodCpus result() {
        var result = had.withPool(pool);
        var left = pool;
        for (var container : after.containers()) {
            if (!had.containers().containsKey(container.name())) continue;
            if (container.hasExclusiveCpus()) {
                var own = exclusive.getOrDefault(container.name(), CpuSet.EMPTY);
                result = result.with(container.name(), own);
                if (!container.isInit()) left = left.minus(own);
            } else if (container.isInit()) {
                result = result.with(container.name(), left);
            }
        }
        for (var container : after.containers()) {
            var shares = !container.hasExclusiveCpus() && !container.isInit();
            if (shares && had.containers().containsKey(container.name())) result = result.with(container.name(), left);
        }
        return result;
    }
}
