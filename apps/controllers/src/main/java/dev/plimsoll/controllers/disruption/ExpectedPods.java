package dev.plimsoll.controllers.disruption;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.autoscaling.ScaleObject;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.objects.workload.StatefulSetObject;
import dev.plimsoll.objects.workload.WorkloadObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How many pods the controllers of some pods want together. */
final class ExpectedPods {
    private final ControllerContext around;
    private final DiscoveryClient discovery;
    private final Cache<ReplicaSetObject> sets;
    private final Cache<DeploymentObject> deployments;
    private final Cache<StatefulSetObject> statefulSets;

    ExpectedPods(ControllerContext around, DiscoveryClient discovery) {
        this.around = around;
        this.discovery = discovery;
        this.sets = around.informers().of(ReplicaSetObject.KIND);
        this.deployments = around.informers().of(DeploymentObject.KIND);
        this.statefulSets = around.informers().of(StatefulSetObject.KIND);
    }

    /**
     * What was found out.
     *
     * @param unmanaged names of pods that nobody controls
     * @param problem why the number is not to be trusted; empty if it is
     */
    record Expected(int pods, List<String> unmanaged, String problem) {}

    Expected of(List<ControlledPod> pods) {
        var byController = new HashMap<String, Integer>();
        var unmanaged = new ArrayList<String>();
        for (var pod : pods) {
            var owner = pod.meta().controller();
            if (owner.isEmpty()) {
                unmanaged.add(pod.name());
                continue;
            }
            if (byController.containsKey(owner.get().uid())) continue;
            var scale = scale(pod, owner.get());
            if (scale.isEmpty()) {
                return new Expected(0, unmanaged, "found no controllers for pod \"" + pod.name() + "\"");
            }
            byController.put(owner.get().uid(), 0);
            byController.put(scale.get().getKey(), scale.get().getValue());
        }
        var sum = byController.values().stream().mapToInt(Integer::intValue).sum();
        return new Expected(sum, unmanaged, "");
    }

    /** The one that has the number, by uid, and the number. */
    private Optional<Map.Entry<String, Integer>> scale(ControlledPod pod, OwnerReference owner) {
        var name = new ObjectName(pod.meta().namespace(), owner.name());
        return switch (owner.kind()) {
            case "ReplicaSet" ->
                find(sets, name, owner.uid()).flatMap(set -> {
                    var above = set.metadata()
                            .controller()
                            .filter(each -> each.kind().equals("Deployment"));
                    return above.isEmpty()
                            ? Optional.of(entry(set))
                            : find(
                                            deployments,
                                            new ObjectName(
                                                    name.namespace(),
                                                    above.get().name()),
                                            above.get().uid())
                                    .map(ExpectedPods::entry);
                });
            case "StatefulSet" -> find(statefulSets, name, owner.uid()).map(ExpectedPods::entry);
            default -> asked(name, owner);
        };
    }

    private static Map.Entry<String, Integer> entry(WorkloadObject workload) {
        return Map.entry(workload.uid(), workload.replicas());
    }

    private static <T extends WorkloadObject> Optional<T> find(Cache<T> cache, ObjectName name, String uid) {
        return cache.find(name).filter(each -> each.uid().equals(uid));
    }

    /** Any other kind is asked for its scale. */
    private Optional<Map.Entry<String, Integer>> asked(ObjectName name, OwnerReference owner) {
        var resource = discovery.all().ofKind(owner.apiVersion(), owner.kind());
        if (resource.isEmpty()) return Optional.empty();
        return around.client().get(resource.get().sub("scale"), name)
                        instanceof RequestResult.Done<ObjectNode>(var scale)
                ? Optional.of(Map.entry(owner.uid(), new ScaleObject(scale).replicas()))
                : Optional.empty();
    }
}
