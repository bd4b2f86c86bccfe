package dev.plimsoll.cli.explain.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.explain.items.Placements;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.placement.ContainerPlacement;
import java.util.Locale;

/** Placements for a program to read. */
final class PlacementDocument {
    private PlacementDocument() {}

    static void add(ObjectNode document, Placements placements) {
        var machine = document.putObject("machine");
        machine.put("cpus", placements.resourceManagers().machine().cpus().toString());
        machine.put("reservedCPUs", placements.resourceManagers().reservedCpus().toString());
        machine.put("sharedCPUs", placements.state().cpus().shared().toString());
        var pods = document.putArray("placements");
        for (var pod : placements.pods()) {
            var entry = pods.addObject().put("name", pod.name());
            switch (pod.admission()) {
                case TopologyAdmission.Refused(var refusal) -> {
                    entry.put("admitted", false);
                    entry.put("reason", refusal.reason());
                    entry.put("message", refusal.message());
                    entry.put("rule", refusal.rule().sentence());
                }
                case TopologyAdmission.Admitted admitted -> add(entry.put("admitted", true), admitted.placement());
            }
        }
    }

    private static void add(ObjectNode entry, AssignedPlacement placement) {
        entry.put("podCPUs", placement.podCpus().toString());
        var containers = entry.putArray("containers");
        for (var container : placement.containers()) add(containers, container);
    }

    private static void add(ArrayNode containers, ContainerPlacement container) {
        containers
                .addObject()
                .put("name", container.container())
                .put("cpus", container.cpus().toString())
                .put("isolation", container.cpuIsolation().name().toLowerCase(Locale.ROOT))
                .put("cpuQuota", container.hasCpuQuota())
                .put("memoryNodes", container.memoryNodes().toString())
                .put("rule", container.cpuRule().sentence());
    }
}
