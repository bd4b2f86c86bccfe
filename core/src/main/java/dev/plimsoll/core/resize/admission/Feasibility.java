package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.core.topology.CpuMemoryResize;
import dev.plimsoll.core.topology.ResourceManagers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a pod may have what it now asks for: all of it or nothing. */
public final class Feasibility {
    private final NodeAdmissionRules rules;
    private final CriticalPodPreemption preemption;
    private final SwapRule swap;
    private final PodDemand demand;
    private final @Nullable ResourceManagers resourceManagers;
    private final boolean resizes;
    private final boolean podLevelCounts;
    private final boolean resizesPodLevel;
    private final boolean resizesVolumes;
    private final boolean schedulerPreempts;

    /**
     * For one node.
     *
     * @param resourceManagers null where nothing is ever pinned
     */
    public Feasibility(
            FeatureGates gates,
            NodeAdmissionRules rules,
            CriticalPodPreemption preemption,
            @Nullable ResourceManagers resourceManagers) {
        this.rules = rules;
        this.preemption = preemption;
        this.swap = SwapRule.under(gates);
        this.demand = PodDemand.under(gates);
        this.resourceManagers = resourceManagers;
        this.resizes = gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING);
        this.podLevelCounts = gates.isOn(Gate.POD_LEVEL_RESOURCES);
        this.resizesPodLevel = gates.isOn(Gate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING);
        this.resizesVolumes = gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES);
        this.schedulerPreempts = gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION);
    }

    /** The node's answer to a resize. */
    public sealed interface Verdict {
        record Granted(dev.plimsoll.core.topology.state.ManagersState pinned) implements Verdict {}

        /**
         * Not now.
         *
         * @param message for the pod's owner: it names no other pod
         * @param holders which pods hold what is missing, for readers of the node; empty where none is to be named
         */
        record Deferred(String reason, String message, String holders) implements Verdict {
            public Deferred(String reason, String message) {
                this(reason, message, "");
            }
        }

        /**
         * Never on this node.
         *
         * @param detail the label of the metric
         */
        record Infeasible(String message, String detail) implements Verdict {}

        /** Not now, but these pods are told to go for it. */
        record AfterVictims(List<String> uids, String signal, Deferred meanwhile) implements Verdict {}
    }

    public Verdict judge(NodeState state, PodRecord record) {
        var never = infeasible(state, record);
        if (never.isPresent()) return never.get();
        var pinned = state.pinned();
        if (resourceManagers != null) {
            var change = new ResourceManagers.Resize(record.allocatedPod(), record.pod());
            switch (resourceManagers.resize(pinned, change)) {
                case CpuMemoryResize.Infeasible(var refusal) -> {
                    return pinnedForGood(refusal);
                }
                case CpuMemoryResize.Deferred(var refusal) -> {
                    return new Verdict.Deferred(refusal.reason(), refusal.message());
                }
                case CpuMemoryResize.Granted granted -> pinned = granted.state();
            }
        }
        var beyond = rules.shortagesOfResize(state, record).stream()
                .filter(InsufficientResource::isBeyondNode)
                .filter(shortage -> grows(record, shortage.resource()))
                .toList();
        if (!beyond.isEmpty()) return beyondNode(beyond);
        return fits(state, record, pinned);
    }

    /** What a resize would need that the node does not have at this moment. */
    public List<InsufficientResource> shortages(NodeState state, PodRecord record) {
        return rules.shortagesOfResize(state, record);
    }

    private Optional<Verdict> infeasible(NodeState state, PodRecord record) {
        var facts = state.facts();
        if (!resizes) return never("InPlacePodVerticalScaling is disabled", "feature_gate_off");
        var platform = platform("In-place pod resize", facts);
        if (platform.isPresent()) return platform;
        if (record.source() == PodSource.STATIC) {
            return never("In-place resize of static-pods is not supported", "static_pod");
        }
        if (swap.forbids(facts, record)) {
            return never(
                    "In-place resize of containers with swap is not supported."
                            + " Would fit: unchanged memory requests of containers with swap.",
                    "swap_limitation");
        }
        if (!podLevelCounts && record.pod().spec().hasPodLevelResources()) {
            return never("PodLevelResources is disabled", "plr_feature_gate_off");
        }
        var podLevelDiffers = !PodResources.isSame(
                record.pod().spec().resources(), record.allocated().resources().podLevel());
        if (podLevelDiffers && !resizesPodLevel) {
            return never("InPlacePodLevelResourcesVerticalScaling is disabled", "plr_feature_gate_off");
        }
        if (!record.desired().resources().hasSameVolumes(record.allocated().resources())) {
            if (!resizesVolumes)
                return never("Memory-backed emptyDir volume resize is disabled", "memory_volume_resize_gate_off");
            if (facts.abilities().cgroupVersion() == 1)
                return never(
                        "Memory-backed emptyDir volume resize is not supported on cgroups v1",
                        "cgroups_v1_unsupported");
        }
        return Optional.empty();
    }

    private static Optional<Verdict> platform(String what, NodeFacts facts) {
        if (facts.isLinux()) return Optional.empty();
        return facts.system().equals("windows")
                ? never(what + " is not supported on Windows", "windows")
                : never(what + " is not supported on this node", "unsupported_platform");
    }

    private static Optional<Verdict> never(String message, String detail) {
        return Optional.of(new Verdict.Infeasible(message, detail));
    }

    private static Verdict pinnedForGood(dev.plimsoll.core.topology.TopologyRefusal refusal) {
        var text = refusal.message();
        if (text.contains("CPU Manager policy")) {
            return new Verdict.Infeasible(
                    text + ". Would fit: unchanged cpu requests.", "guaranteed_pod_cpu_manager_static_policy");
        }
        if (text.contains("Memory Manager policy")) {
            return new Verdict.Infeasible(
                    text + ". Would fit: unchanged memory requests.", "guaranteed_pod_memory_manager_static_policy");
        }
        return new Verdict.Infeasible(text, "exclusive_resources");
    }

    /** A pod is not held to a node that has become too small for what it does not even change. */
    private boolean grows(PodRecord record, ResourceName resource) {
        var desired = demand.requests(record.pod().spec()).amount(resource);
        return desired.isGreaterThan(demand.requests(record.allocatedSpec()).amount(resource));
    }

    private static Verdict beyondNode(List<InsufficientResource> beyond) {
        var first = beyond.getFirst();
        var message = "Node didn't have enough capacity: " + first.resource() + ", requested: " + first.requested()
                + ", capacity: " + first.capacity() + ". Would fit: at most "
                + beyond.stream()
                        .map(each ->
                                each.resource() + " " + InsufficientResource.amount(each.resource(), each.capacity()))
                        .collect(Collectors.joining(", "))
                + " on an otherwise empty node.";
        return new Verdict.Infeasible(message, "insufficient_node_allocatable");
    }

    private Verdict fits(NodeState state, PodRecord record, dev.plimsoll.core.topology.state.ManagersState pinned) {
        var refusal = rules.pressure(state, record, record.pod());
        if (refusal.isPresent()) return later(refusal.get());
        refusal = rules.resizePredicates(state, record);
        if (refusal.isPresent() && !onlyUnchanged(record, refusal.get())) {
            var shortages = refusal.get().shortages();
            if (shortages.isEmpty()) return later(refusal.get());
            var deferred = new Verdict.Deferred(
                    refusal.get().reason(),
                    refusal.get().message() + MissingText.counted(state, record.uid(), shortages),
                    MissingText.named(state, record.uid(), shortages));
            // Nobody has to go for a pod that is about to end.
            var preempts = record.isCritical() && record.stage() == Stage.ADMITTED && !schedulerPreempts;
            if (!preempts) return deferred;
            return switch (preemption.victims(state, record, shortages)) {
                case CriticalPodPreemption.Choice.Victims(var uids) ->
                    new Verdict.AfterVictims(
                            uids, shortages.getFirst().resource().text(), deferred);
                case CriticalPodPreemption.Choice.NotEnough _ -> deferred;
            };
        }
        refusal = rules.features(state, record, record.pod());
        if (refusal.isPresent()) return later(refusal.get());
        return new Verdict.Granted(pinned);
    }

    /** On a node that is overfull already, whoever asks for no more of what is short may still shrink. */
    private boolean onlyUnchanged(PodRecord record, AdmissionRefusal refusal) {
        return !refusal.shortages().isEmpty()
                && refusal.shortages().stream().noneMatch(shortage -> grows(record, shortage.resource()));
    }

    private static Verdict later(AdmissionRefusal refusal) {
        return new Verdict.Deferred(refusal.reason(), refusal.message());
    }
}
