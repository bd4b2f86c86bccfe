package dev.plimsoll.core.topology;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.claims.PodClaims;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.cpu.CpuPicker;
import dev.plimsoll.core.topology.hints.Fitness;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.placement.PlacementExplainer;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.policy.KubeletSettingsReader;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
import dev.plimsoll.core.topology.restoration.Restoration;
import dev.plimsoll.core.topology.restoration.RestoredState;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.MemoryState;
import dev.plimsoll.core.topology.state.RunningPod;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A machine with its node's settings: decides which CPUs and memory pods get. It holds nothing that changes; every decision
 * takes the node's state and gives a new one.
 */
public final class ResourceManagers {
    /** The gates that decisions depend on. */
    public static final Set<Gate> GATES = Set.of(
            Gate.POD_LEVEL_RESOURCES,
            Gate.POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS,
            Gate.POD_LEVEL_RESOURCE_MANAGERS,
            Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS,
            Gate.CPU_MANAGER_POLICY_BETA_OPTIONS,
            Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS,
            Gate.IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY);

    private final Machine machine;
    private final KubeletSettings settings;
    private final FeatureGates gates;
    private final NodePolicies policies;
    private final PodClaims claims;
    private final CpuPicker picker;
    private final Fitness fitness;
    private final MemoryLedger unusedMemory;
    private final boolean resizesCpus;
    private final boolean resizesMemory;

    private ResourceManagers(
            Machine machine,
            KubeletSettings settings,
            NodePolicies policies,
            MemoryLedger unusedMemory,
            FeatureGates gates) {
        this.machine = machine;
        this.settings = settings;
        this.gates = gates;
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
        record Ready(ResourceManagers resourceManagers) implements Configured {}

        record Refused(List<String> reasons) implements Configured {}
    }

    public static Configured configure(Machine machine, KubeletSettings settings, FeatureGates gates) {
        var reading = new KubeletSettingsReader(machine, settings, gates);
        var policies = reading.read();
        if (!reading.reasons().isEmpty()) return new Configured.Refused(reading.reasons());
        if (!policies.pinsMemory()) {
            return new Configured.Ready(new ResourceManagers(machine, settings, policies, MemoryLedger.NONE, gates));
        }
        return switch (MemoryLedger.open(machine, policies.reservedMemory())) {
            case MemoryLedger.Opened.Refused(var reason) -> new Configured.Refused(List.of(reason));
            case MemoryLedger.Opened.Ledger(var ledger) ->
                new Configured.Ready(new ResourceManagers(machine, settings, policies, ledger, gates));
        };
    }

    public Machine machine() {
        return machine;
    }

    /** What {@link #configure} was asked with: with the same, anybody decides as this node does. */
    public KubeletSettings settings() {
        return settings;
    }

    public FeatureGates gates() {
        return gates;
    }

    /** Whether any pod can ever have something to itself here, and so be refused. */
    public boolean pinsAnything() {
        return policies.pinsCpus() || policies.pinsMemory();
    }

    /** CPUs that are never given to a container as its own. */
    public CpuSet reservedCpus() {
        return policies.reservedCpus();
    }

    /** All that is never given to a container as its own: CPUs, memory and huge pages, of all NUMA nodes together. */
    public ResourceAmounts reserved() {
        var reserved = ResourceAmounts.EMPTY;
        if (!policies.reservedCpus().isEmpty()) {
            var cpus = policies.reservedCpus().size();
            reserved = reserved.with(ResourceName.CPU, Quantity.of(cpus, QuantityFormat.DECIMAL_SI));
        }
        for (var node : policies.reservedMemory().values()) {
            for (var entry : node.entrySet()) {
                var bytes = Quantity.of(entry.getValue(), QuantityFormat.BINARY_SI);
                reserved = reserved.with(
                        entry.getKey(), reserved.amount(entry.getKey()).plus(bytes));
            }
        }
        return reserved;
    }

    /** How strictly, and over what, the resources of a pod are aligned. */
    public TopologyManagerPolicy alignment() {
        return policies.alignment();
    }

    public TopologyManagerScope scope() {
        return policies.scope();
    }

    /** What each NUMA node can give to pods for themselves. */
    public List<NumaShare> shares(ManagersState state) {
        return NumaShare.of(this, policies, state);
    }

    /** A node on which nothing runs. */
    public ManagersState initialState() {
        var shared = policies.has(CpuOption.STRICT_CPU_RESERVATION)
                ? machine.cpus().minus(policies.reservedCpus())
                : machine.cpus();
        return new ManagersState(
                policies.pinsCpus() ? new CpuState(shared, new TreeMap<>()) : CpuState.NONE,
                new MemoryState(unusedMemory, new TreeMap<>()));
    }

    /** Whether a state can be one of this machine with these settings, so that decisions can be taken on it. */
    public boolean suits(ManagersState state) {
        var cpus = state.cpus().shared();
        for (var pod : state.cpus().pods().values()) cpus = cpus.union(pod.all());
        var allNodes = machine.allNodes();
        return cpus.isSubsetOf(machine.cpus())
                && state.memory().ledger().hasSameSizes(unusedMemory)
                && state.memory().ledger().nodes().values().stream()
                        .allMatch(node -> allNodes.containsAll(node.cells()))
                && state.memory().charged().stream().allMatch(block -> allNodes.containsAll(block.nodes()));
    }

    /**
     * What a checkpoint held and what runs, checked against machine and settings; see {@link Restoration}.
     *
     * @param cpusOrNull null where the file is not there or could not be read
     * @param memoryOrNull likewise
     * @param running by uid
     */
    public RestoredState restore(
            @Nullable StoredCpus cpusOrNull,
            @Nullable StoredMemory memoryOrNull,
            SortedMap<String, RunningPod> running) {
        return new Restoration(machine.cpus(), policies, initialState(), resizesCpus, running)
                .restore(cpusOrNull, memoryOrNull);
    }

    /**
     * Why a node that pins nothing cannot start: running pods have CPUs or memory to themselves, which nobody would keep for them.
     * Empty where none has.
     */
    public static List<String> keptByNobody(
            @Nullable StoredCpus cpusOrNull,
            @Nullable StoredMemory memoryOrNull,
            SortedMap<String, RunningPod> running) {
        var unused = new ManagersState(CpuState.NONE, MemoryState.NONE);
        var restored = new Restoration(CpuSet.EMPTY, NodePolicies.NONE, unused, false, running)
                .restore(cpusOrNull, memoryOrNull);
        return restored instanceof RestoredState.Refused(var reasons) ? reasons : List.of();
    }

    /** The names of the policies, as checkpoints carry them. */
    public String cpuPolicyName() {
        return policies.cpuPolicyName();
    }

    public String memoryPolicyName() {
        return policies.memoryPolicyName();
    }

    /** Places a pod, or keeps what it has if it is there already. */
    public TopologyAdmission admit(ManagersState state, Pod pod) {
        return admit(state, pod, true).admission();
    }

    /** The same, with what it adds to counters. */
    public CountedAdmission admitCounted(ManagersState state, Pod pod) {
        return admit(state, pod, true);
    }

    /** Keeps what a running pod has, be it nothing: it was placed by the rules of its time. */
    public TopologyAdmission keep(ManagersState state, Pod pod) {
        return new TopologyAdmission.Admitted(state, placement(claims.of(pod), state, Map.of()));
    }

    /**
     * Places a pod as a node does whose list of active pods holds it only after it was admitted: it takes what earlier
     * containers got for left over and frees it before the next one is placed. Recordings were made on such a node. It refuses in
     * the words of upstream also where those leave the cause out.
     */
    public TopologyAdmission admitUnlisted(ManagersState state, Pod pod) {
        return admit(state, pod, false).admission();
    }

    private CountedAdmission admit(ManagersState state, Pod pod, boolean isActive) {
        var claim = claims.of(pod);
        var cpus = new CpuAllocator(picker, policies.reservedCpus(), resizesCpus, claim, state.cpus());
        var memory = new MemoryAllocator(claim, state.memory());
        var turns = new ArrayList<ResourceAllocator>();
        if (policies.pinsCpus()) turns.add(cpus);
        if (policies.pinsMemory()) turns.add(memory);
        var counts = new ManagerCounts(machine, policies, claim, claims.placesPodLevel());
        var admission = new PodTopologyAdmission(policies, machine.allNodes(), fitness, claim, turns, isActive, counts);
        if (isPlaced(state, claim)) {
            admission.keep();
            return counted(new TopologyAdmission.Admitted(state, placement(claim, state, Map.of())), counts);
        }
        var refusal = admission.run();
        if (refusal.isPresent()) {
            var cause = isActive && refusal.get().rule() == Rule.NOT_ALIGNED
                    ? admission.emptySharedPool()
                    : Optional.<TopologyRefusal>empty();
            return counted(new TopologyAdmission.Refused(cause.orElse(refusal.get())), counts);
        }
        var after = new ManagersState(cpus.state(), memory.state());
        return counted(new TopologyAdmission.Admitted(after, placement(claim, after, admission.agreed())), counts);
    }

    private static CountedAdmission counted(TopologyAdmission admission, ManagerCounts counts) {
        return new CountedAdmission(admission, counts.counts());
    }

    /**
     * Whether the state holds all that the pod is due, as after a restart. Such a pod is running: it is neither moved nor
     * refused, whatever hints would now say.
     */
    private boolean isPlaced(ManagersState state, PodClaim claim) {
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
    public CpuMemoryResize resize(ManagersState state, Resize resize) {
        var before = claims.of(resize.allocated());
        var after = claims.of(resize.desired());
        var refused = blocked(resize, after, state);
        if (refused.isPresent()) return refused.get().answer();
        var cpus = new CpuResize(picker, policies, before, after, state.cpus());
        var memory = new MemoryResize(after, state.memory());
        if (resizesCpus) refused = cpus.run();
        if (refused.isEmpty() && resizesMemory) refused = memory.run();
        if (refused.isPresent()) return refused.get().answer();
        var changed = new ManagersState(cpus.state(), memory.state());
        return new CpuMemoryResize.Granted(changed, placement(after, changed, Map.of()));
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

    private Optional<ResizeRefusal> blocked(Resize resize, PodClaim pod, ManagersState state) {
        if (!pod.isGuaranteed()) return Optional.empty();
        var isPooled = !state.cpus().pod(pod.uid()).pool().isEmpty()
                || !state.memory().pod(pod.uid()).pool().isEmpty();
        if (pod.isIgnored() && isPooled) {
            return Optional.of(ResizeRefusal.never(
                    "the pod was placed as one, which this node no longer does: feature gate PodLevelResourceManagers is"
                            + " disabled",
                    Rule.GATE_OFF));
        }
        if (policies.pinsCpus() && !resizesCpus && resize.changes(ResourceName.CPU)) {
            return Optional.of(ResizeRefusal.gateOff("CPU", "static"));
        }
        if (policies.pinsMemory() && !resizesMemory && resize.changes(ResourceName.MEMORY)) {
            return Optional.of(ResizeRefusal.gateOff("Memory", "Static"));
        }
        return Optional.empty();
    }

    private AssignedPlacement placement(PodClaim claim, ManagersState state, Map<String, Hint> agreed) {
        return new PlacementExplainer(policies, claim, state).placement(agreed);
    }

    /** What users should know of a pod that was admitted; empty for most. */
    public List<Notice> notices(Pod pod) {
        return new Notices(policies, claims.of(pod), pod).all();
    }

    /** What a pod on the node runs on. */
    public AssignedPlacement placement(ManagersState state, Pod pod) {
        return placement(claims.of(pod), state, Map.of());
    }

    /** Gives back all that a pod has. */
    public ManagersState remove(ManagersState state, String uid) {
        return new ManagersState(state.cpus().without(uid), state.memory().without(uid));
    }

    /** Gives back what a container has and no other of its pod needs. */
    public ManagersState removeContainer(ManagersState state, String uid, String container) {
        return new ManagersState(
                state.cpus().without(uid, container), state.memory().without(uid, container));
    }

    /**
     * When a container starts, the init containers that ran to their end before it no longer have memory. It is given back,
     * unless the pod is placed as one. Their CPUs stay with the pod until it ends.
     */
    public ManagersState started(ManagersState state, Pod pod, String container) {
        var uid = pod.metadata().uid();
        var memory = state.memory();
        for (var claim : claims.of(pod).containers()) {
            if (claim.name().equals(container)) break;
            if (claim.isInit()) memory = memory.without(uid, claim.name());
        }
        return new ManagersState(state.cpus(), memory);
    }
}
