package dev.plimsoll.codec.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.LogicalCpu;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.NumaNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A machine as JSON: its NUMA nodes, and which CPUs sit on which node, socket, core and cache. */
final class MachineDocument {
    private static final int UNKNOWN = -1;

    private MachineDocument() {}

    static ObjectNode encode(Machine machine) {
        var document = JsonNodeFactory.instance.objectNode();
        var nodes = document.putArray("nodes");
        for (var node : machine.nodes()) {
            var entry = nodes.addObject().put("id", node.id()).put("memory", node.memoryBytes());
            if (!node.hugePages().isEmpty()) {
                var pages = entry.putObject("hugePages");
                node.hugePages().forEach((size, count) -> pages.put(Long.toString(size), count));
            }
            if (!node.distances().isEmpty()) {
                var distances = entry.putArray("distances");
                node.distances().forEach(distances::add);
            }
        }
        put(document.putObject("cpusByNode"), machine.cpusByNode());
        put(document.putObject("cpusBySocket"), machine.cpusBySocket());
        put(document.putObject("cpusByCore"), machine.cpusByCore());
        put(document.putObject("cpusByCache"), machine.cpusByCacheGroup());
        return document;
    }

    private static void put(ObjectNode document, Map<Integer, CpuSet> sets) {
        new TreeMap<>(sets).forEach((id, cpus) -> document.put(Integer.toString(id), cpus.toString()));
    }

    static Decoded<Machine> decode(JsonNode document) {
        try {
            var nodes = new ArrayList<NumaNode>();
            for (var node : document.path("nodes")) nodes.add(node(node));
            return switch (Machine.of(cpus(document), nodes)) {
                case Machine.Described.Known(var machine) -> new Decoded.Loaded<>(machine);
                case Machine.Described.Refused(var reason) -> new Decoded.Unreadable<>(reason);
            };
        } catch (IllegalArgumentException e) { // a number that is none, or a node id beyond 63
            return new Decoded.Unreadable<>(String.valueOf(e.getMessage()));
        }
    }

    private static NumaNode node(JsonNode node) {
        var pages = new TreeMap<Long, Long>();
        for (var entry : node.path("hugePages").properties()) {
            pages.put(Long.valueOf(entry.getKey()), entry.getValue().asLong());
        }
        var distances = new ArrayList<Integer>();
        for (var distance : node.path("distances")) distances.add(distance.asInt());
        return new NumaNode(node.path("id").asInt(UNKNOWN), node.path("memory").asLong(), pages, distances);
    }

    private static List<LogicalCpu> cpus(JsonNode document) {
        var nodes = places(document.path("cpusByNode"));
        var sockets = places(document.path("cpusBySocket"));
        var cores = places(document.path("cpusByCore"));
        var caches = places(document.path("cpusByCache"));
        var cpus = new ArrayList<LogicalCpu>();
        nodes.forEach((id, node) ->
                cpus.add(new LogicalCpu(id, place(cores, id), node, place(sockets, id), place(caches, id))));
        return cpus;
    }

    private static int place(Map<Integer, Integer> places, int cpu) {
        var found = places.get(cpu);
        if (found == null) throw new IllegalArgumentException("CPU " + cpu + " is not said to sit everywhere");
        return found;
    }

    private static Map<Integer, Integer> places(JsonNode sets) {
        var places = new TreeMap<Integer, Integer>();
        for (var entry : sets.properties()) {
            var place = Integer.valueOf(entry.getKey());
            switch (CpuSet.parse(entry.getValue().asText())) {
                case CpuSet.Parsed.Accepted(var cpus) -> cpus.stream().forEach(cpu -> places.put(cpu, place));
                case CpuSet.Parsed.Refused(var reason) -> throw new IllegalArgumentException(reason);
            }
        }
        return places;
    }
}
