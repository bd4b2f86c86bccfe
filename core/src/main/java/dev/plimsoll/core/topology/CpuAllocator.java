package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.cpu.CpuHints;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.cpu.Taken;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.state.CpuState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * CPUs while one pod is placed: what it could get, and step by step what it has got.
 *
 * <p>CPUs of an init container may be used again by later containers of the pod, and are, before free ones of the node
 * where they serve as well.
 */
final class CpuAllocator implements ResourceAllocator {
    private final CpuPicker picker;
    private final CpuSet reserved;
    private final boolean remembersStart;
    private final PodClaim pod;
    private CpuState state;
    private CpuSet reusable = CpuSet.EMPTY;

    CpuAllocator(CpuPicker picker, CpuSet reserved, boolean remembersStart, PodClaim pod, CpuState state) {
        this.picker = picker;
        this.reserved = reserved;
        this.remembersStart = remembersStart;
        this.pod = pod;
        this.state = state;
    }

    CpuState state() {
        return state;
    }

    @Override
    public ManagerCounts.Manager manager() {
        return ManagerCounts.Manager.CPU;
    }

    @Override
    public boolean isDue(ContainerClaim container) {
        return container.hasExclusiveCpus() && !pod.isIgnored();
    }

    @Override
    public boolean has(ContainerClaim container) {
        return !state.pod(pod.uid()).of(container.name()).isEmpty();
    }

    @Override
    public boolean isPodDue() {
        return pod.cpus() != 0 && state.pod(pod.uid()).pool().isEmpty();
    }

    private CpuSet available() {
        return state.shared().minus(reserved);
    }

    @Override
    public HintList hints(ContainerClaim container) {
        var wanted = container.exclusiveCpus();
        if (wanted == 0 || pod.isIgnored()) return HintList.INDIFFERENT;
        var own = state.pod(pod.uid()).of(container.name());
        if (own.isEmpty()) return new CpuHints(picker).of(available(), reusable, wanted);
        return own.size() == wanted ? new CpuHints(picker).of(own, CpuSet.EMPTY, wanted) : HintList.UNSATISFIABLE;
    }

    @Override
    public HintList podHints() {
        var wanted = pod.cpus();
        if (wanted == 0 || pod.isIgnored()) return HintList.INDIFFERENT;
        if (pod.isPodLevel()) return podLevelHints(wanted);
        var own = CpuSet.EMPTY;
        for (var container : pod.containers()) {
            var cpus = state.pod(pod.uid()).of(container.name());
            if (cpus.isEmpty()) continue;
            if (cpus.size() != container.exclusiveCpus()) return HintList.UNSATISFIABLE;
            own = own.union(cpus);
        }
        return own.size() == wanted
                ? new CpuHints(picker).of(own, CpuSet.EMPTY, wanted)
                : new CpuHints(picker).of(available(), reusable.union(own), wanted);
    }

    private HintList podLevelHints(int wanted) {
        if (emptySharedPool().isPresent()) return HintList.UNSATISFIABLE;
        var pool = state.pod(pod.uid()).pool();
        if (pool.isEmpty()) return new CpuHints(picker).of(available(), CpuSet.EMPTY, wanted);
        return pool.size() == wanted ? new CpuHints(picker).of(pool, CpuSet.EMPTY, wanted) : HintList.UNSATISFIABLE;
    }

    @Override
    public Optional<TopologyRefusal> emptySharedPool() {
        return pod.cpus() == 0 ? Optional.empty() : new SharedPoolCheck(pod).cpus();
    }

    @Override
    public Optional<TopologyRefusal> allocate(ContainerClaim container, Hint agreed) {
        var wanted = container.exclusiveCpus();
        if (!isDue(container)) return Optional.empty();
        var own = state.pod(pod.uid()).of(container.name());
        if (!own.isEmpty()) {
            updateReusable(container, own);
            return Optional.empty();
        }
        var misaligned = wholeCores(wanted);
        if (misaligned.isPresent()) return misaligned;
        return switch (picker.takeNear(agreed.nodes(), available().union(reusable), wanted)) {
            case Taken.Failed(var reason) -> Optional.of(TopologyRefusal.unexpected(reason, Rule.TOO_FEW_CPUS));
            case Taken.Cpus(var cpus) -> {
                state = state.withShared(state.shared().minus(cpus));
                store(container.name(), cpus);
                updateReusable(container, cpus);
                yield Optional.empty();
            }
        };
    }

    private void updateReusable(ContainerClaim container, CpuSet cpus) {
        reusable = container.isInit() ? reusable.union(cpus) : reusable.minus(cpus);
    }

    private void store(String container, CpuSet cpus) {
        var changed = state.pod(pod.uid()).with(container, cpus);
        state = state.with(pod.uid(), remembersStart ? changed.startedWith(container, cpus) : changed);
    }

    /** With full cores only: the number must be whole cores, and as many must be free. */
    private Optional<TopologyRefusal> wholeCores(int wanted) {
        if (!picker.has(CpuOption.FULL_PCPUS_ONLY)) return Optional.empty();
        var perCore = picker.machine().cpusPerCore();
        if (wanted % perCore != 0) {
            return Optional.of(
                    TopologyRefusal.smt("requested " + wanted + " cpus not multiple cpus per core = " + perCore));
        }
        var free = state.shared().minus(picker.machine().withSiblings(reserved)).size();
        if (wanted <= free) return Optional.empty();
        return Optional.of(TopologyRefusal.smt("not enough free physical CPUs: available physical CPUs = " + free
                + ", requested CPUs = " + wanted + ", CPUs per core = " + perCore));
    }

    @Override
    public Optional<TopologyRefusal> allocatePod(Hint agreed) {
        if (!isPodDue()) return Optional.empty();
        var emptyPool = emptySharedPool();
        if (emptyPool.isPresent()) return emptyPool;
        var misaligned = wholeCores(pod.cpus());
        if (misaligned.isPresent()) return misaligned;
        return switch (picker.takeNear(agreed.nodes(), available(), pod.cpus())) {
            case Taken.Failed(var reason) -> Optional.of(TopologyRefusal.unexpected(reason, Rule.TOO_FEW_CPUS));
            case Taken.Cpus(var pool) -> partition(pool);
        };
    }

    private Optional<TopologyRefusal> partition(CpuSet pool) {
        var exclusive = new HashMap<String, CpuSet>();
        switch (divide(pool, exclusive)) {
            case Taken.Failed(var reason) -> {
                return Optional.of(TopologyRefusal.unexpected(reason, Rule.TOO_FEW_CPUS));
            }
            case Taken.Cpus(var share) -> {
                state = state.withShared(state.shared().minus(pool))
                        .with(pod.uid(), state.pod(pod.uid()).withPool(pool));
                for (var container : pod.containers()) {
                    store(container.name(), exclusive.getOrDefault(container.name(), share));
                }
                return Optional.empty();
            }
        }
    }

    /** Fills in what is not the share of all, and gives the share that is left. */
    private Taken divide(CpuSet pool, Map<String, CpuSet> exclusive) {
        var left = pool; // what sidecars, later also regular containers, do not have to themselves
        for (var container : pod.containers()) {
            if (!container.hasExclusiveCpus()) {
                if (container.isInit()) exclusive.put(container.name(), left);
                continue;
            }
            switch (picker.take(left, container.exclusiveCpus())) {
                case Taken.Failed failed -> {
                    return failed;
                }
                case Taken.Cpus(var cpus) -> {
                    exclusive.put(container.name(), cpus);
                    if (!container.isInit()) left = left.minus(cpus);
                }
            }
        }
        return new Taken.Cpus(left);
    }

    @Override
    public void forget() {
        for (var container : pod.containers()) state = state.without(pod.uid(), container.name());
    }
}
