package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.objects.node.NodeObject;
import java.util.List;
import java.util.TreeMap;

/** The machine of a node: sockets, NUMA nodes, cores and threads, and which container has which CPU. */
final class MachineViewDocument {
    private MachineViewDocument() {}

    /** Adds it where the node tells of it; a node that does not publish its managers has none. */
    static void put(ObjectNode document, NodeObject node, List<Pod> pods) {
        var published = node.resourceManagers();
        if (published.isEmpty()) return;
        var managers = published.get().resourceManagers();
        var machine = managers.machine();
        var target = document.putObject("machine")
                .put("cpuPolicy", managers.cpuPolicyName())
                .put("memoryPolicy", managers.memoryPolicyName())
                .put("reserved", managers.reservedCpus().toString())
                .put("shared", published.get().state().cpus().shared().toString());
        cpus(target.putArray("cpus"), machine);
        memory(target.putArray("numaNodes"), node, machine);
        owners(target.putArray("owners"), pods);
    }

    private static void cpus(ArrayNode target, Machine machine) {
        machine.cpus().stream().forEach(id -> {
            var cpu = machine.cpu(id);
            target.addObject()
                    .put("id", id)
                    .put("core", cpu.core())
                    .put("node", cpu.node())
                    .put("socket", cpu.socket());
        });
    }

    private static void memory(ArrayNode target, NodeObject node, Machine machine) {
        var zones = node.numaZones();
        var byNode = machine.cpusByNode();
        for (var numa : machine.nodes()) {
            var entry = target.addObject()
                    .put("id", numa.id())
                    .put("cpus", byNode.getOrDefault(numa.id(), CpuSet.EMPTY).toString());
            if (numa.id() >= zones.size()) continue;
            var zone = zones.get(numa.id());
            var resources = entry.putArray("resources");
            for (var name : zone.allocatable().names()) {
                var row = resources.addObject().put("resource", name.text());
                ResourceNumbers.amount(row, "allocatable", zone.allocatable(), name);
                ResourceNumbers.amount(row, "free", zone.free(), name);
            }
        }
    }

    /** CPUs that containers have for themselves, and those that the containers of a pod share. */
    private static void owners(ArrayNode target, List<Pod> pods) {
        for (var pod : pods) {
            for (var condition : pod.status().conditions()) {
                if (!condition.type().equals(AssignedResources.CONDITION)) continue;
                var containers = AssignedResources.read(condition.message()).orElse(new TreeMap<>());
                containers.forEach((container, own) -> {
                    var isShared = own.cpus().isEmpty();
                    var cpus = isShared ? own.podCpus() : own.cpus();
                    if (cpus.isEmpty()) return;
                    target.addObject()
                            .put("namespace", pod.metadata().namespace())
                            .put("pod", pod.metadata().name())
                            .put("container", container)
                            .put("cpus", cpus.toString())
                            .put("isShared", isShared);
                });
            }
        }
    }
}
