package dev.plimsoll.core.prediction;

import dev.plimsoll.core.prediction.workload.PredictedWorkload;
import dev.plimsoll.core.workloads.ControlledPod;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The pods of a run, by what they are asked for: uid, controller, node and namespace. Each list is ordered by namespace and name. */
final class PredictedCluster {
    private final Map<String, PredictedPod> pods = new LinkedHashMap<>();
    private final Map<String, Map<String, PredictedPod>> byController = new HashMap<>();
    private final Map<String, Map<String, PredictedPod>> byNode = new HashMap<>();
    private final Map<String, Map<String, PredictedPod>> byNamespace = new HashMap<>();
    private final Map<String, PredictedWorkload> workloads = new HashMap<>();
    /** Ids of workloads whose pods changed, for who follows them. */
    private final Set<String> touched = new TreeSet<>();

    void put(PredictedPod pod) {
        remove(pod.uid());
        pods.put(pod.uid(), pod);
        add(byController, pod.controller(), pod);
        add(byNode, pod.node(), pod);
        add(byNamespace, pod.placement().key().namespace(), pod);
    }

    private static void add(Map<String, Map<String, PredictedPod>> index, String key, PredictedPod pod) {
        if (!key.isEmpty()) index.computeIfAbsent(key, _ -> new TreeMap<>()).put(order(pod), pod);
    }

    /** Two pods of one name follow each other in a StatefulSet, and never are there together. */
    private static String order(PredictedPod pod) {
        return pod.qualifiedName() + "\0" + pod.uid();
    }

    void remove(String uid) {
        var before = pods.remove(uid);
        if (before == null) return;
        take(byController, before.controller(), before);
        take(byNode, before.node(), before);
        take(byNamespace, before.placement().key().namespace(), before);
    }

    private static void take(Map<String, Map<String, PredictedPod>> index, String key, PredictedPod pod) {
        var list = index.get(key);
        if (list != null) list.remove(order(pod));
    }

    boolean contains(String uid) {
        return pods.containsKey(uid);
    }

    PredictedPod pod(String uid) {
        var pod = pods.get(uid);
        if (pod == null) throw new IllegalStateException("there is no pod " + uid);
        return pod;
    }

    Collection<PredictedPod> pods() {
        return pods.values();
    }

    List<PredictedPod> on(String node) {
        return List.copyOf(byNode.getOrDefault(node, Map.of()).values());
    }

    List<PredictedPod> in(String namespace) {
        return List.copyOf(byNamespace.getOrDefault(namespace, Map.of()).values());
    }

    List<PredictedPod> of(String controller) {
        return List.copyOf(byController.getOrDefault(controller, Map.of()).values());
    }

    List<ControlledPod> controlledBy(String controller) {
        return byController.getOrDefault(controller, Map.of()).values().stream()
                .map(PredictedPod::controlled)
                .toList();
    }

    /** Remembers whose pods those are of the objects that a workload has by now. */
    void claim(PredictedWorkload workload) {
        for (var controller : workload.controllers()) workloads.put(controller, workload);
    }

    /** Null for a pod that stands alone. */
    @Nullable
    PredictedWorkload workloadOf(PredictedPod pod) {
        return workloads.get(pod.controller());
    }

    /** Whose a pod is, such as {@code Deployment shop/web}; empty for one that stands alone. */
    String workload(PredictedPod pod) {
        var workload = workloadOf(pod);
        if (workload != null) return workload.id();
        var owner = pod.controlled().meta().controller();
        var namespace = pod.placement().key().namespace();
        return owner.map(each -> each.kind() + " " + namespace + "/" + each.name())
                .orElse("");
    }

    /** The other pods of its node that have not ended. */
    List<PredictedPod> besides(PredictedPod pod) {
        return on(pod.node()).stream()
                .filter(other ->
                        !other.uid().equals(pod.uid()) && !other.controlled().isTerminal())
                .toList();
    }

    void touch(PredictedPod pod) {
        touched.add(AutoscaledPrediction.id(workload(pod), pod));
    }

    /** Ids of workloads of which pods were touched since this was asked last. */
    List<String> takeTouched() {
        var all = List.copyOf(touched);
        touched.clear();
        return all;
    }

    /** How many pods the workloads of some pods want together; -1 where one of them does not say. */
    int wanted(List<ControlledPod> some) {
        var seen = new HashMap<String, Integer>();
        for (var pod : some) {
            var owner = pod.meta().controller();
            if (owner.isEmpty()) continue;
            var workload = workloads.get(owner.get().uid());
            if (workload == null || workload.wanted() < 0) return -1;
            seen.put(workload.id(), workload.wanted());
        }
        return seen.values().stream().mapToInt(Integer::intValue).sum();
    }
}
