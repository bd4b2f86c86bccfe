package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
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
public final class NodeRules {
    private static final String MEMORY_PRESSURE_TAINT = "node.kubernetes.io/memory-pressure";

    private final PodDemand demand;
    private final PodQos qos;
    private final boolean podLevelCounts;

    private NodeRules(PodDemand demand, PodQos qos, boolean podLevelCounts) {
        this.demand = demand;
        this.qos = qos;
        this.podLevelCounts = podLevelCounts;
    }

    public static NodeRules under(FeatureGates gates) {
        return new NodeRules(PodDemand.under(gates), PodQos.under(gates), gates.isOn(Gate.POD_LEVEL_RESOURCES));
    }

    /** Before anything is placed: does the node take pods at all? */
    Optional<Refusal> pressure(NodeState state, PodRecord record, Pod pod) {
        var conditions = state.facts().conditions();
        if (conditions.isEmpty() || record.isCritical()) return Optional.empty();
        if (conditions.size() == 1 && conditions.contains(NodeCondition.MEMORY_PRESSURE)) {
            if (qos.of(pod.spec()) != QosClass.BEST_EFFORT || toleratesMemoryPressure(pod)) return Optional.empty();
        }
        var names = new TreeSet<>(conditions)
                .stream().map(NodeCondition::kubernetesName).collect(Collectors.joining(" "));
        return Optional.of(Refusal.of("Evicted", "The node had condition: [" + names + "]. "));
    }

    private static boolean toleratesMemoryPressure(Pod pod) {
        var taint = new Taint(MEMORY_PRESSURE_TAINT, "", Taint.NO_SCHEDULE);
        return taint.isToleratedBy(pod.spec().details().tolerations());
    }

    Optional<Refusal> sysctls(NodeState state, Pod pod) {
        return SysctlRule.check(state.facts(), pod.spec().details());
    }

    /** Does it suit the node, and is there room? */
    Optional<Refusal> predicates(NodeState state, PodRecord record, Pod pod) {
        var otherSystem = Suitability.system(state.facts(), pod);
        if (otherSystem.isPresent()) return otherSystem;
        var shortages = Room.shortages(state, record.uid(), demand.requests(pod.spec()));
        if (!shortages.isEmpty()) return Optional.of(Refusal.of(shortages));
        return Suitability.predicates(state, record, pod);
    }

    /** Can the node do what the pod needs? */
    Optional<Refusal> features(NodeState state, Pod pod) {
        var facts = state.facts();
        var unconfined = Suitability.appArmor(facts, pod);
        if (unconfined.isPresent()) return unconfined;
        if (pod.spec().hasPodLevelResources()) {
            var problem = podLevelProblem(facts);
            if (!problem.isEmpty()) return Optional.of(Refusal.of("PodLevelResourcesNotSupported", problem));
        }
        var undeclared = Suitability.declaredFeatures(facts, pod);
        if (undeclared.isPresent()) return undeclared;
        if (facts.isShuttingDown()) {
            return Optional.of(Refusal.of("NodeShutdown", "Pod was rejected as the node is shutting down."));
        }
        return Optional.empty();
    }

    private String podLevelProblem(NodeFacts facts) {
        if (facts.system().equals("windows")) return "pod-level resources are not supported on Windows";
        if (!facts.isLinux()) return "pod-level resources are not supported on the node";
        if (!podLevelCounts) return "PodLevelResources feature gate is disabled";
        return facts.abilities().cgroupVersion() == 1 ? "pod-level resources are not supported on cgroups v1" : "";
    }

    List<Shortage> shortages(NodeState state, PodRecord record, Pod pod) {
        return Room.shortages(state, record.uid(), demand.requests(pod.spec()));
    }
}
