package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.cpu.CpuHints;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.cpu.Taken;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.state.CpuState;
import java.util.Optional;

/**
 * A running pod whose exclusive CPUs change (docs/decisions/0002-resize-of-exclusive-cpus.md).
 *
 * <p>Invariants: a container keeps the CPUs that it started with; it keeps all it has when it grows; new CPUs come from the
 * nodes on which it already runs before any others, and only from them where the policy demands alignment.
 *
 * <p>Cases: (1) a container of its own grows from the node's pool or gives back to it; (2) a pod that is placed as one grows
 * or shrinks its pool the same way, and its containers grow from, and give back to, what the pod's others leave.
 */
final class CpuResize {
    private final CpuPicker picker;
    private final NodePolicies policies;
    private final PodClaim before;
    private final PodClaim after;
    private CpuState state;

    CpuResize(CpuPicker picker, NodePolicies policies, PodClaim before, PodClaim after, CpuState state) {
        this.picker = picker;
        this.policies = policies;
        this.before = before;
        this.after = after;
        this.state = state;
    }

    CpuState state() {
        return state;
    }

    /** Empty where it was done. */
    Optional<ResizeRefusal> run() {
        if (!state.pods().containsKey(after.uid())) return Optional.empty();
        var turned = turnedContainer();
        if (turned.isPresent()) return turned;
        return state.pod(after.uid()).pool().isEmpty() ? resizeContainers() : resizePool();
    }

    /** Exclusive CPUs must stay exclusive and shared ones shared. */
    private Optional<ResizeRefusal> turnedContainer() {
        for (var i = 0; i < after.containers().size(); i++) {
            var was = before.containers().get(i);
            var is = after.containers().get(i);
            if (was.hasExclusiveCpus() == is.hasExclusiveCpus()) continue;
            return Optional.of(ResizeRefusal.never(
                    "container \"" + is.name() + "\" cannot change between exclusive and shared CPUs while it runs",
                    Rule.RESIZE_NOT_EXCLUSIVE));
        }
        return Optional.empty();
    }

    private Optional<ResizeRefusal> resizeContainers() { // 1
        for (var container : after.containers()) {
            var own = state.pod(after.uid()).of(container.name());
            if (own.isEmpty() || own.size() == container.exclusiveCpus()) continue;
            var kept = started(container.name());
            var misaligned = wholeCores(container.exclusiveCpus());
            if (misaligned.isPresent()) return misaligned;
            // CPUs that an init container lends to others of its pod are not the node's to give to somebody else.
            var lent = sharedWithSiblings(container.name(), own);
            switch (resized(own, kept.union(lent), available(), container.exclusiveCpus(), container.name())) {
                case Change.Refused(var refusal) -> {
                    return Optional.of(refusal);
                }
                case Change.Done(var cpus) -> {
                    move(own, cpus);
                    state = state.with(after.uid(), state.pod(after.uid()).with(container.name(), cpus));
                }
            }
        }
        return Optional.empty();
    }

    private CpuSet sharedWithSiblings(String container, CpuSet own) {
        return own.intersection(state.pod(after.uid()).without(container).all());
    }

    private CpuSet started(String container) {
        return state.pod(after.uid()).started().getOrDefault(container, CpuSet.EMPTY);
    }

    private CpuSet available() {
        return state.shared().minus(policies.reservedCpus());
    }

    private void move(CpuSet had, CpuSet has) {
        state = state.withShared(state.shared().union(had).minus(has));
    }

    /** The CPUs that something has afterwards, or why it cannot have as many. */
    private sealed interface Change {
        record Done(CpuSet cpus) implements Change {}

        record Refused(ResizeRefusal refusal) implements Change {}
    }

    private Change resized(CpuSet own, CpuSet kept, CpuSet from, int wanted, String whose) {
        return wanted < own.size() ? shrunk(own, kept, wanted, whose) : grown(own, from, wanted);
    }

    private Change shrunk(CpuSet own, CpuSet kept, int wanted, String whose) {
        var promised = kept.intersection(own);
        if (wanted < promised.size()) {
            return new Change.Refused(ResizeRefusal.never(
                    "\"" + whose + "\" cannot shrink to " + wanted + " CPUs: it keeps the CPUs that it started with, "
                            + promised,
                    Rule.RESIZE_BELOW_START));
        }
        return switch (picker.take(own.minus(promised), wanted - promised.size())) {
            case Taken.Cpus(var rest) -> new Change.Done(promised.union(rest));
            case Taken.Failed(var reason) -> new Change.Refused(ResizeRefusal.later(reason, Rule.TOO_FEW_CPUS));
        };
    }

    private Change grown(CpuSet own, CpuSet from, int wanted) {
        var machine = picker.machine();
        var nodes = machine.nodesOf(own);
        var mostNodes = Math.max(nodes.size(), new CpuHints(picker).preferredSize(wanted));
        var staysOnNodes = switch (policies.alignment()) {
            case NONE, BEST_EFFORT -> false;
            case RESTRICTED -> mostNodes == nodes.size();
            case SINGLE_NUMA_NODE -> true;
        };
        var reach = staysOnNodes ? machine.cpusOfNodes(nodes) : machine.cpus();
        if (wanted > reach.minus(policies.reservedCpus()).size()) {
            return new Change.Refused(ResizeRefusal.never(
                    "NUMA nodes " + machine.nodesOf(reach) + " never have " + wanted + " CPUs for pods",
                    Rule.NOT_ALIGNED));
        }
        return switch (picker.takeNear(nodes, from.intersection(reach), wanted - own.size())) {
            case Taken.Failed(var reason) -> new Change.Refused(ResizeRefusal.later(reason, Rule.TOO_FEW_CPUS));
            case Taken.Cpus(var more) -> {
                var all = own.union(more);
                var isAligned = policies.alignment() != TopologyManagerPolicy.RESTRICTED
                        || machine.nodesOf(all).size() <= mostNodes;
                yield isAligned
                        ? new Change.Done(all)
                        : new Change.Refused(ResizeRefusal.later(
                                "no " + mostNodes + " NUMA nodes have " + wanted + " CPUs now", Rule.NOT_ALIGNED));
            }
        };
    }

    private Optional<ResizeRefusal> wholeCores(int wanted) {
        var perCore = picker.machine().cpusPerCore();
        if (!picker.has(CpuOption.FULL_PCPUS_ONLY) || wanted % perCore == 0) return Optional.empty();
        return Optional.of(ResizeRefusal.never(
                TopologyRefusal.smt("requested " + wanted + " cpus not multiple cpus per core = " + perCore)));
    }

    /** 2: the pool grows first, then its containers change, then what nobody needs is given back. */
    private Optional<ResizeRefusal> resizePool() {
        var emptyPool = new SharedPoolCheck(after).cpus();
        if (emptyPool.isPresent()) return Optional.of(ResizeRefusal.never(emptyPool.get()));
        if (after.cpus() == 0) {
            return Optional.of(ResizeRefusal.never(
                    "the pod cannot change to a number of CPUs that is not whole while it runs",
                    Rule.RESIZE_NOT_EXCLUSIVE));
        }
        var misaligned = wholeCores(after.cpus());
        if (misaligned.isPresent()) return misaligned;
        var pool = state.pod(after.uid()).pool();
        var widest = pool;
        if (after.cpus() > pool.size()) {
            switch (grown(pool, available(), after.cpus())) {
                case Change.Refused(var refusal) -> {
                    return Optional.of(refusal);
                }
                case Change.Done(var cpus) -> widest = cpus;
            }
        }
        var division = new PoolDivision(picker, before, after, state.pod(after.uid()), widest);
        var refused = division.run();
        if (refused.isPresent()) return refused;
        var pod = division.result();
        if (pod.pool().size() < widest.size() && pool.size() < widest.size())
            throw new IllegalStateException("grew and shrank");
        state = state.with(after.uid(), pod);
        move(pool, pod.pool());
        return Optional.empty();
    }
}
