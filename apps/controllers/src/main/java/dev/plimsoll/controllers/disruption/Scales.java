package dev.plimsoll.controllers.disruption;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.discovery.Discovery;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.OwnerReference;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How many pods the controllers of some pods want together. */
final class Scales {
    private final Surroundings around;
    private final Discovery discovery;
    private final Cache<Workload> sets;
    private final Cache<Workload> deployments;
    private final Cache<Workload> statefulSets;

    Scales(Surroundings around, Discovery discovery) {
        this.around = around;
        this.discovery = discovery;
        this.sets = around.informers().of(Kinds.REPLICA_SETS);
        this.deployments = around.informers().of(Kinds.DEPLOYMENTS);
        this.statefulSets = around.informers().of(Kinds.STATEFUL_SETS);
    }

    /**
     * What was found out.
     *
     * @param unmanaged names of pods that nobody controls
     * @param problem why the number is not to be trusted; empty if it is
     */
    record Expected(int pods, List<String> unmanaged, String problem) {}

    Expected of(List<PodView> pods) {
        var byController = new HashMap<String, Integer>();
        var unmanaged = new ArrayList<String>();
        for (var pod : pods) {
            var owner = pod.meta().controller();
            if (owner.isEmpty()) {
                unmanaged.add(pod.name().name());
                continue;
            }
            if (byController.containsKey(owner.get().uid())) continue;
            var scale = scale(pod, owner.get());
            if (scale.isEmpty()) {
                return new Expected(
                        0,
                        unmanaged,
                        "found no controllers for pod \"" + pod.name().name() + "\"");
            }
            byController.put(owner.get().uid(), 0);
            byController.put(scale.get().getKey(), scale.get().getValue());
        }
        var sum = byController.values().stream().mapToInt(Integer::intValue).sum();
        return new Expected(sum, unmanaged, "");
    }

    /** The one that has the number, by uid, and the number. */
    private Optional<Map.Entry<String, Integer>> scale(PodView pod, OwnerReference owner) {
        var name = new ObjectName(pod.name().namespace(), owner.name());
        return switch (owner.kind()) {
            case "ReplicaSet" ->
                find(sets, name, owner.uid()).flatMap(set -> {
                    var above =
                            set.meta().controller().filter(each -> each.kind().equals("Deployment"));
                    return above.isEmpty()
                            ? Optional.of(entry(set))
                            : find(
                                            deployments,
                                            new ObjectName(
                                                    name.namespace(),
                                                    above.get().name()),
                                            above.get().uid())
                                    .map(Scales::entry);
                });
            case "StatefulSet" -> find(statefulSets, name, owner.uid()).map(Scales::entry);
            default -> asked(name, owner);
        };
    }

    private static Map.Entry<String, Integer> entry(Workload workload) {
        return Map.entry(workload.uid(), workload.number("replicas", 1));
    }

    private static Optional<Workload> find(Cache<Workload> cache, ObjectName name, String uid) {
        return cache.find(name).filter(each -> each.uid().equals(uid));
    }

    /** Any other kind is asked for its scale. */
    private Optional<Map.Entry<String, Integer>> asked(ObjectName name, OwnerReference owner) {
        var resource = discovery.all().ofKind(owner.apiVersion(), owner.kind());
        if (resource.isEmpty()) return Optional.empty();
        return around.client().get(resource.get().sub("scale"), name) instanceof Outcome.Done<ObjectNode>(var scale)
                ? Optional.of(Map.entry(owner.uid(), scale.at("/spec/replicas").asInt()))
                : Optional.empty();
    }
}
