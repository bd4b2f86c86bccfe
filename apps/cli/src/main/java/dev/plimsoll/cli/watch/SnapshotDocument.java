package dev.plimsoll.cli.watch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.console.cluster.ResourceStates;
import java.util.List;

/** A snapshot for a program to read: CPU in thousandths, memory in bytes; what is not known is left out. */
final class SnapshotDocument {
    private SnapshotDocument() {}

    static ObjectNode of(ClusterSnapshot snapshot, List<PodRow> shown) {
        var document = JsonNodeFactory.instance.objectNode();
        var nodes = document.putArray("nodes");
        for (var node : snapshot.nodes()) {
            var entry = nodes.addObject()
                    .put("name", node.name())
                    .put("ready", node.isReady())
                    .put("pods", node.pods());
            share(entry, node.cpu(), node.memory());
            if (node.zones().isEmpty()) continue;
            var zones = entry.putArray("numaZones");
            for (var zone : node.zones()) share(zones.addObject(), zone.cpu(), zone.memory());
        }
        var pods = document.putArray("pods");
        for (var pod : shown) {
            var entry = pods.addObject()
                    .put("namespace", pod.namespace())
                    .put("name", pod.name())
                    .put("node", pod.node())
                    .put("status", pod.status())
                    .put("restarts", pod.restarts())
                    .put("age", pod.age())
                    .put("podLevel", pod.isPodLevel());
            states(entry.putObject("cpuMilli"), pod.cpu());
            states(entry.putObject("memoryBytes"), pod.memory());
            if (!pod.cpus().isEmpty()) entry.put("exclusiveCpus", pod.cpus());
            if (!pod.isResizing() && !pod.why().isEmpty()) entry.put("reason", pod.why());
            if (pod.isResizing()) {
                entry.putObject("resize").put("state", pod.resize()).put("reason", pod.why());
            }
        }
        return document;
    }

    private static void share(ObjectNode node, NodeRow.Share cpu, NodeRow.Share memory) {
        node.putObject("cpuMilli").put("held", cpu.held()).put("allocatable", cpu.whole());
        node.putObject("memoryBytes").put("held", memory.held()).put("allocatable", memory.whole());
    }

    private static void states(ObjectNode node, ResourceStates states) {
        put(node, "desired", states.desired());
        put(node, "allocated", states.allocated());
        put(node, "actual", states.actual());
        put(node, "used", states.used());
    }

    private static void put(ObjectNode node, String name, long units) {
        if (units != ResourceStates.UNKNOWN) node.put(name, units);
    }
}
