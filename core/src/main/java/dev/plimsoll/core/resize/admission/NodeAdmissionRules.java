package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rules that hold for a pod that comes in and for one that is resized, around the one about CPUs and memory of its own. */
public final class NodeAdmissionRules {
    private static final String MEMORY_PRESSURE_TAINT = "node.kubernetes.io/memory-pressure";

    private final PodDemand demand;
    private final PodQos qos;
    private final boolean podLevelCounts;

    private NodeAdmissionRules(PodDemand demand, PodQos qos, boolean podLevelCounts) {
        this.demand = demand;
        this.qos = qos;
        this.podLevelCounts = podLevelCounts;
    }

    public static NodeAdmissionRules under(FeatureGates gates) {
        return new NodeAdmissionRules(
                PodDemand.under(gates), PodQos.under(gates), gates.isOn(Gate.POD_LEVEL_RESOURCES));
    }

    /** Before anything is placed: does the node take pods at all? */
    Optional<AdmissionRefusal> pressure(NodeState state, PodRecord record, Pod pod) {
        var conditions = state.facts().conditions();
        if (conditions.isEmpty() || record.isCritical()) return Optional.empty();
        if (conditions.size() == 1 && conditions.contains(NodeCondition.MEMORY_PRESSURE)) {
            if (qos.of(pod.spec()) != QosClass.BEST_EFFORT || toleratesMemoryPressure(pod)) return Optional.empty();
        }
        var names = new TreeSet<>(conditions)
                .stream().map(NodeCondition::kubernetesName).collect(Collectors.joining(" "));
        return Optional.of(AdmissionRefusal.of("Evicted", "The node had condition: [" + names + "]. "));
    }

    private static boolean toleratesMemoryPressure(Pod pod) {
        var taint = new Taint(MEMORY_PRESSURE_TAINT, "", Taint.NO_SCHEDULE);
        return taint.isToleratedBy(pod.spec().details().tolerations());
    }

    Optional<AdmissionRefusal> sysctls(NodeState state, Pod pod) {
        return SysctlRule.check(state.facts(), pod.spec().details());
    }

    /** Does a pod that is resized still suit the node, and is there room? */
    Optional<AdmissionRefusal> resizePredicates(NodeState state, PodRecord record) {
        return predicates(state, record, record.pod(), shortagesOfResize(state, record));
    }

    /**
     * The same for a pod that comes in. Those that were let in before a restart were promised no more than there is: they are not sent
     * away for what another has beyond its promise in the middle of a resize.
     */
    Optional<AdmissionRefusal> admissionPredicates(NodeState state, PodRecord record, Pod pod) {
        var shortages = record.isAllocated()
                ? HeldFit.insufficientBesideAllocated(state, record, demand)
                : HeldFit.insufficient(state, record.uid(), demand.requests(pod.spec()));
        return predicates(state, record, pod, shortages);
    }

    private static Optional<AdmissionRefusal> predicates(
            NodeState state, PodRecord record, Pod pod, List<InsufficientResource> shortages) {
        var otherSystem = Suitability.system(state.facts(), pod);
        if (otherSystem.isPresent()) return otherSystem;
        var groups = Suitability.groups(state.facts(), pod);
        if (groups.isPresent()) return groups;
        if (!shortages.isEmpty()) return Optional.of(AdmissionRefusal.of(shortages));
        return Suitability.predicates(state, record, pod);
    }

    /** Can the node do what the pod needs? A pod that runs with pod-level resources goes on when their gate is switched off. */
    Optional<AdmissionRefusal> features(NodeState state, PodRecord record, Pod pod) {
        var facts = state.facts();
        var unconfined = Suitability.appArmor(facts, pod);
        if (unconfined.isPresent()) return unconfined;
        if (pod.spec().hasPodLevelResources()) {
            var problem = podLevelProblem(facts, record.actual().anyRunning());
            if (!problem.isEmpty()) return Optional.of(AdmissionRefusal.of("PodLevelResourcesNotSupported", problem));
        }
        var undeclared = Suitability.declaredFeatures(facts, pod);
        if (undeclared.isPresent()) return undeclared;
        if (facts.isShuttingDown()) {
            return Optional.of(AdmissionRefusal.of("NodeShutdown", "Pod was rejected as the node is shutting down."));
        }
        return Optional.empty();
    }

    private String podLevelProblem(NodeFacts facts, boolean isRunning) {
        if (facts.system().equals("windows")) return "pod-level resources are not supported on Windows";
        if (!facts.isLinux()) return "pod-level resources are not supported on the node";
        if (!podLevelCounts && !isRunning) return "PodLevelResources feature gate is disabled";
        return facts.abilities().cgroupVersion() == 1 ? "pod-level resources are not supported on cgroups v1" : "";
    }

    /** Whether all that is short is held by pods that are gone from the API already and about to be gone from here. */
    boolean isMadeRoomFor(NodeState state, PodRecord record, Pod pod) {
        return HeldFit.insufficientWithoutRemoved(state, record.uid(), demand.requests(pod.spec()))
                .isEmpty();
    }

    /** What a resize would need that the node does not have at this moment. */
    List<InsufficientResource> shortagesOfResize(NodeState state, PodRecord record) {
        return HeldFit.insufficientBesideWaiting(
                state, record.uid(), demand.requests(record.pod().spec()), demand);
    }
}
