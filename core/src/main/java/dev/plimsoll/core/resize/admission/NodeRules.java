package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Source;
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
        var taint = new NodeFacts.Taint(MEMORY_PRESSURE_TAINT, "", "NoSchedule");
        return pod.spec().details().tolerations().stream().anyMatch(taint::isToleratedBy);
    }

    /** Does it suit the node, and is there room? */
    Optional<Refusal> predicates(NodeState state, PodRecord record, Pod pod) {
        var facts = state.facts();
        var os = pod.spec().osName();
        if (!os.isEmpty() && !os.equals(facts.system())) {
            return Optional.of(Refusal.of(
                    "PodOSNotSupported",
                    "Failed to admit pod as the OS field doesn't match node OS: " + os + " != " + facts.system()));
        }
        var shortages = Room.shortages(state, record.uid(), demand.requests(pod.spec()));
        if (!shortages.isEmpty()) return Optional.of(Refusal.of(shortages));
        return suits(facts, record, pod);
    }

    private static Optional<Refusal> suits(NodeFacts facts, PodRecord record, Pod pod) {
        for (var wanted : pod.spec().details().nodeSelector().entrySet()) {
            if (!wanted.getValue().equals(facts.labels().get(wanted.getKey()))) {
                return predicate("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
            }
        }
        var nodeName = pod.spec().placement().nodeName();
        if (!nodeName.isEmpty() && !nodeName.equals(facts.node().metadata().name())) {
            return predicate("NodeName", "node(s) didn't match the requested node name");
        }
        if (record.source() == Source.STATIC) return Optional.empty();
        for (var taint : facts.taints()) {
            if (!taint.effect().equals("NoExecute")) continue;
            if (pod.spec().details().tolerations().stream().noneMatch(taint::isToleratedBy)) {
                return predicate("TaintToleration", "node(s) had taints that the pod didn't tolerate");
            }
        }
        return Optional.empty();
    }

    private static Optional<Refusal> predicate(String name, String description) {
        return Optional.of(Refusal.of(name, "Predicate " + name + " failed: " + description));
    }

    /** Can the node do what the pod needs? */
    Optional<Refusal> features(NodeState state, Pod pod) {
        var facts = state.facts();
        if (pod.spec().hasPodLevelResources()) {
            var problem = podLevelProblem(facts);
            if (!problem.isEmpty()) return Optional.of(Refusal.of("PodLevelResourcesNotSupported", problem));
        }
        if (facts.isShuttingDown()) {
            return Optional.of(Refusal.of("NodeShutdown", "Pod was rejected as the node is shutting down."));
        }
        return Optional.empty();
    }

    private String podLevelProblem(NodeFacts facts) {
        if (facts.system().equals("windows")) return "pod-level resources are not supported on Windows";
        if (!facts.isLinux()) return "pod-level resources are not supported on the node";
        if (!podLevelCounts) return "PodLevelResources feature gate is disabled";
        return facts.cgroupVersion() == 1 ? "pod-level resources are not supported on cgroups v1" : "";
    }

    List<Shortage> shortages(NodeState state, PodRecord record, Pod pod) {
        return Room.shortages(state, record.uid(), demand.requests(pod.spec()));
    }
}
