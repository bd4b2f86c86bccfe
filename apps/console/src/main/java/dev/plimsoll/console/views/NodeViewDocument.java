package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterCaches;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.cluster.PodFacts;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.objects.node.NodeObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A node: what it has, who holds it, and its machine with who has which CPU, where the node tells. */
final class NodeViewDocument {
    private static final int MOST_PODS = 500;

    private NodeViewDocument() {}

    /** Empty until the whole node has been read. */
    static Optional<ObjectNode> of(String name, ClusterModel model, Rights rights) {
        if (!rights.nodes()) return Optional.of(ViewDocuments.forbidden("nodes"));
        var facts = model.nodeOrNull(name);
        var object = ObjectName.ofCluster(name);
        if (facts == null) return ViewDocuments.absent(model.caches().nodes(), object);
        var node = model.caches().openedNodes().find(object);
        if (node.isEmpty()) return Optional.empty();
        var document = ClientJson.object()
                .put("name", name)
                .put("isReady", facts.isReady())
                .put("isCordoned", facts.isCordoned())
                .put("isSimulated", node.get().isSimulated());
        var conditions = document.putArray("conditions");
        for (var condition : node.get().conditions().all()) {
            conditions
                    .addObject()
                    .put("type", condition.type())
                    .put("status", condition.status())
                    .put("message", condition.message());
        }
        resources(document, node.get(), model, name);
        LargestFit.put(document, node.get(), facts);
        UseDocument.put(document, model.use(), ObjectName.ofCluster(name));
        var pods = pods(name, model, rights);
        document.put("hiddenPods", Math.max(0, facts.pods() - pods.size()));
        podRows(document.putArray("pods"), pods, model);
        MachineViewDocument.put(document, node.get(), pods);
        return Optional.of(document);
    }

    private static void resources(ObjectNode document, NodeObject node, ClusterModel model, String name) {
        var resources = document.putArray("resources");
        var allocatable = node.allocatable();
        var facts = model.nodeOrNull(name);
        for (var resource : allocatable.names()) {
            var entry = resources.addObject().put("resource", resource.text());
            ResourceNumbers.amount(entry, "capacity", node.capacity(), resource);
            ResourceNumbers.amount(entry, "allocatable", allocatable, resource);
            if (facts == null) continue;
            if (resource.equals(ResourceName.CPU))
                share(entry, facts.cpu().held(), facts.cpu().used());
            if (resource.equals(ResourceName.MEMORY))
                share(entry, facts.memory().held(), facts.memory().used());
            if (resource.equals(ResourceName.PODS)) entry.put("held", facts.pods());
        }
    }

    private static void share(ObjectNode entry, long held, long used) {
        entry.put("held", held);
        if (used >= 0) entry.put("used", used);
    }

    private static List<Pod> pods(String node, ClusterModel model, Rights rights) {
        var pods = new ArrayList<Pod>();
        for (var each : model.caches().pods().found(ClusterCaches.BY_NODE, node)) {
            if (rights.pods().contain(each.name().namespace()) && !each.isEnded()) pods.add(each.pod());
        }
        pods.sort(Comparator.comparing(
                pod -> pod.metadata().namespace() + "/" + pod.metadata().name()));
        return pods;
    }

    private static void podRows(ArrayNode target, List<Pod> pods, ClusterModel model) {
        var facts = new ArrayList<PodFacts>();
        for (var pod : pods) {
            var known = model.podOrNull(
                    new ObjectName(pod.metadata().namespace(), pod.metadata().name()));
            if (known != null) facts.add(known);
        }
        facts.sort(Comparator.comparingLong(PodFacts::heldCpu).reversed().thenComparing(PodFacts::name));
        for (var each : facts.subList(0, Math.min(MOST_PODS, facts.size()))) {
            var entry = target.addObject()
                    .put("namespace", each.name().namespace())
                    .put("name", each.name().name())
                    .put("status", each.status())
                    .put("resize", each.resize())
                    .put("heldCpu", each.heldCpu())
                    .put("heldMemory", each.heldMemory());
            pods.stream()
                    .filter(pod -> pod.metadata().uid().equals(each.uid()))
                    .findFirst()
                    .ifPresent(
                            pod -> entry.put("cpus", AssignedResources.cpus(pod).toString()));
        }
    }
}
