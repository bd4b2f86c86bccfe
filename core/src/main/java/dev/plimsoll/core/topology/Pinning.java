package dev.plimsoll.core.topology;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.hints.Fitness;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A machine with its node's settings: decides which CPUs and memory pods get. It holds nothing that changes; every decision
 * takes the node's state and gives a new one.
 */
public final class Pinning {
    private final Machine machine;
    private final NodePolicies policies;
    private final PodClaims claims;
    private final CpuPicker picker;
    private final Fitness fitness;
    private final MemoryLedger unusedMemory;
    private final boolean resizesCpus;
    private final boolean resizesMemory;

    private Pinning(Machine machine, NodePolicies policies, MemoryLedger unusedMemory, FeatureGates gates) {
        this.machine = machine;
        this.policies = policies;
        this.unusedMemory = unusedMemory;
        this.claims = new PodClaims(gates);
        this.picker = new CpuPicker(machine, policies.cpuOptions());
        this.fitness = policies.prefersClosestNodes() ? Fitness.byDistance(machine) : Fitness.BY_NUMBER;
        this.resizesCpus = gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS);
        this.resizesMemory = gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY);
    }

    /** The decider, or every reason why the settings do not suit the machine. */
    public sealed interface Configured {
        record Ready(Pinning pinning) implements Configured {}

        record Refused(List<String> reasons) implements Configured {}
    }

    public static Configured configure(Machine machine, KubeletSettings settings, FeatureGates gates) {
        var reading = new PolicyReading(machine, settings, gates);
        var policies = reading.read();
        if (!reading.reasons().isEmpty()) return new Configured.Refused(reading.reasons());
        if (!policies.pinsMemory()) {
            return new Configured.Ready(new Pinning(machine, policies, MemoryLedger.NONE, gates));
        }
        return switch (MemoryLedger.open(machine, policies.reservedMemory())) {
            case MemoryLedger.Opened.Refused(var reason) -> new Configured.Refused(List.of(reason));
            case MemoryLedger.Opened.Ledger(var ledger) ->
                new Configured.Ready(new Pinning(machine, policies, ledger, gates));
        };
    }

    public Machine machine() {
        return machine;
    }

    /** CPUs that are never given to a container as its own. */
    public CpuSet reservedCpus() {
        return policies.reservedCpus();
    }

    /** How strictly, and over what, the resources of a pod are aligned. */
    public AlignmentPolicy alignment() {
        return policies.alignment();
    }

    public AlignmentScope scope() {
        return policies.scope();
    }

    /** What each NUMA node can give to pods for themselves. */
    public List<NumaShare> shares(NodeState state) {
        return NumaShare.of(this, policies, state);
    }

    /** A node on which nothing runs. */
    public NodeState initialState() {
        var shared = policies.has(CpuOption.STRICT_CPU_RESERVATION)
                ? machine.cpus().minus(policies.reservedCpus())
                : machine.cpus();
        return new NodeState(
                policies.pinsCpus() ? new CpuState(shared, new TreeMap<>()) : CpuState.NONE,
                new MemoryState(unusedMemory, new TreeMap<>()));
    }

    /** What a checkpoint held, checked against machine and settings; see {@link Restoration}. */
    public Restored restore(StoredCpus cpus, StoredMemory memory) {
        return new Restoration(machine, policies, initialState(), claims.placesPodLevel(), resizesCpus)
                .restore(cpus, memory);
    }

    /** The names of the policies, as checkpoints carry them. */
    public String cpuPolicyName() {
        return policies.cpuPolicyName();
    }

    public String memoryPolicyName() {
        return policies.memoryPolicyName();
    }

    /** Places a pod, or keeps what it has if it is there already. */
    public Admission admit(NodeState state, Pod pod) {
        return admit(state, pod, true);
    }

    /**
     * Places a pod as a node does whose list of active pods holds it only after it was admitted: it takes what earlier
     * containers got for left over and frees it before the next one is placed. Recordings were made on such a node.
     */
    public Admission admitUnlisted(NodeState state, Pod pod) {
        return admit(state, pod, false);
    }

    private Admission admit(NodeState state, Pod pod, boolean isActive) {
        var claim = claims.of(pod);
        if (isPlaced(state, claim)) return new Admission.Admitted(state, placement(claim, state, Map.of()));
        var cpus = new CpuTurn(picker, policies.reservedCpus(), resizesCpus, claim, state.cpus());
        var memory = new MemoryTurn(claim, state.memory());
        var turns = new ArrayList<ResourceTurn>();
        if (policies.pinsCpus()) turns.add(cpus);
        if (policies.pinsMemory()) turns.add(memory);
        var admission = new PodAdmission(policies, machine.allNodes(), fitness, claim, turns, isActive);
        var refusal = admission.run();
        if (refusal.isPresent()) return new Admission.Refused(refusal.get());
        var after = new NodeState(cpus.state(), memory.state());
        return new Admission.Admitted(after, placement(claim, after, admission.agreed()));
    }

    /**
     * Whether the state holds all that the pod is due, as after a restart. Such a pod is running: it is neither moved nor
     * refused, whatever hints would now say.
     */
    private boolean isPlaced(NodeState state, PodClaim claim) {
        if (!state.cpus().pods().containsKey(claim.uid())
                && !state.memory().pods().containsKey(claim.uid())) return false;
        var cpus = state.cpus().pod(claim.uid());
        var memory = state.memory().pod(claim.uid());
        if (claim.isPodLevel() && !policies.placesContainersAlone()) {
            return (!policies.pinsCpus() || cpus.pool().size() == claim.cpus())
                    && (!policies.pinsMemory()
                            || memory.pool().size() == claim.memory().size());
        }
        return claim.containers().stream()
                .allMatch(container ->
                        (!policies.pinsCpus() || cpus.of(container.name()).size() == container.exclusiveCpus())
                                && (!policies.pinsMemory()
                                        || memory.of(container.name()).size()
                                                == container.memory().size()));
    }

    /** Changes what a running pod has to what it now asks for; all of it or nothing. */
    public Resizing resize(NodeState state, Resize resize) {
        var before = claims.of(resize.allocated());
        var after = claims.of(resize.desired());
        var refused = blocked(resize, after);
        if (refused.isPresent()) return refused.get().answer();
        var cpus = new CpuResize(picker, policies, before, after, state.cpus());
        var memory = new MemoryResize(after, state.memory());
        if (resizesCpus) refused = cpus.run();
        if (refused.isEmpty() && resizesMemory) refused = memory.run();
        if (refused.isPresent()) return refused.get().answer();
        var changed = new NodeState(cpus.state(), memory.state());
        return new Resizing.Granted(changed, placement(after, changed, Map.of()));
    }

    /** Allocated and desired form of the same pod. */
    public record Resize(Pod allocated, Pod desired) {
        boolean changes(ResourceName resource) {
            return !requests(allocated, resource).equals(requests(desired, resource));
        }

        /** Containers' own requests; a change at pod level alone is not seen, as upstream. */
        private static List<Quantity> requests(Pod pod, ResourceName resource) {
            var spec = pod.spec();
            return Stream.concat(spec.initContainers().stream(), spec.containers().stream())
                    .map(container -> container.resources().requests().amount(resource))
                    .toList();
        }
    }

    private Optional<ResizeRefusal> blocked(Resize resize, PodClaim pod) {
        if (!pod.isGuaranteed()) return Optional.empty();
        if (policies.pinsCpus() && !resizesCpus && resize.changes(ResourceName.CPU)) {
            return Optional.of(ResizeRefusal.gateOff("CPU", "static"));
        }
        if (policies.pinsMemory() && !resizesMemory && resize.changes(ResourceName.MEMORY)) {
            return Optional.of(ResizeRefusal.gateOff("Memory", "Static"));
        }
        return Optional.empty();
    }

    private Placement placement(PodClaim claim, NodeState state, Map<String, Hint> agreed) {
        return new PlacementReading(policies, claim, state).placement(agreed);
    }

    /** What a pod on the node runs on. */
    public Placement placement(NodeState state, Pod pod) {
        return placement(claims.of(pod), state, Map.of());
    }

    /** Gives back all that a pod has. */
    public NodeState remove(NodeState state, String uid) {
        return new NodeState(state.cpus().without(uid), state.memory().without(uid));
    }

    /** Gives back what a container has and no other of its pod needs. */
    public NodeState removeContainer(NodeState state, String uid, String container) {
        return new NodeState(
                state.cpus().without(uid, container), state.memory().without(uid, container));
    }

    /**
     * When a container starts, the init containers that ran to their end before it no longer have memory. It is given back,
     * unless the pod is placed as one. Their CPUs stay with the pod until it ends.
     */
    public NodeState started(NodeState state, Pod pod, String container) {
        var uid = pod.metadata().uid();
        var memory = state.memory();
        for (var claim : claims.of(pod).containers()) {
            if (claim.name().equals(container)) break;
            if (claim.isInit()) memory = memory.without(uid, claim.name());
        }
        return new NodeState(state.cpus(), memory);
    }
}
