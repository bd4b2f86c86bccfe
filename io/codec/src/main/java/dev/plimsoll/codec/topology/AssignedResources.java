package dev.plimsoll.codec.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.state.OwnResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which CPUs and memory a pod or a container has for itself, as a text: the message of a condition in the pod's status, and a note at
 * each container. A condition, since every API server keeps conditions of types that it does not know, and only nodes write them.
 */
public final class AssignedResources {
    /** The type of the condition. A pod that has nothing for itself has no such condition. */
    public static final String CONDITION = "plimsoll.dev/ExclusiveResources";

    /** The reason of the condition. */
    public static final String REASON = "Assigned";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CPUS = "cpus";
    private static final String MEMORY = "memory";

    private AssignedResources() {}

    /** The message of the condition: {@code {"cpus":"1-4","containers":{"a":{"isolation":"container","cpus":"1-2"}}}}. */
    public static String message(AssignedPlacement placement) {
        var document = JSON.createObjectNode();
        put(document, placement.podCpus(), placement.podMemory());
        var containers = document.putObject("containers");
        for (var container : placement.containers()) {
            var entry = containers.putObject(container.container());
            entry.put("isolation", container.cpuIsolation().kubernetesName());
            put(entry, container.cpus(), container.memory());
        }
        return document.toString();
    }

    private static void put(ObjectNode entry, CpuSet cpus, List<MemoryBlock> memory) {
        if (!cpus.isEmpty()) entry.put(CPUS, cpus.toString());
        if (!memory.isEmpty()) entry.set(MEMORY, MemoryCheckpoint.blocks(memory));
    }

    /** What a condition says of each container; empty where the message cannot be understood. */
    public static Optional<SortedMap<String, OwnResources>> read(String message) {
        try {
            var document = JSON.readTree(message);
            if (!document.path("containers").isObject()) return Optional.empty();
            var podCpus = cpus(document.path(CPUS));
            var podMemory = MemoryCheckpoint.readBlocks(document.path(MEMORY));
            var containers = new TreeMap<String, OwnResources>();
            for (var container : document.path("containers").properties()) {
                var cpus = cpus(container.getValue().path(CPUS));
                var memory = MemoryCheckpoint.readBlocks(container.getValue().path(MEMORY));
                containers.put(container.getKey(), new OwnResources(cpus, podCpus, memory, podMemory));
            }
            return Optional.of(containers);
        } catch (JsonProcessingException | IllegalArgumentException _) {
            return Optional.empty(); // somebody else's words
        }
    }

    /** What is noted at a container. */
    public static String note(OwnResources own) {
        var document = JSON.createObjectNode();
        put(document, own.cpus(), own.memory());
        put(document.putObject("pod"), own.podCpus(), own.podMemory());
        return document.toString();
    }

    /** What was noted at a container; empty where nothing was, or nothing that can be understood. */
    public static Optional<OwnResources> readNote(String note) {
        try {
            var document = JSON.readTree(note);
            if (!document.isObject()) return Optional.empty();
            var pod = document.path("pod");
            return Optional.of(new OwnResources(
                    cpus(document.path(CPUS)),
                    cpus(pod.path(CPUS)),
                    MemoryCheckpoint.readBlocks(document.path(MEMORY)),
                    MemoryCheckpoint.readBlocks(pod.path(MEMORY))));
        } catch (JsonProcessingException | IllegalArgumentException _) {
            return Optional.empty(); // somebody else's words
        }
    }

    /** What a pod's status says; empty where it says nothing. */
    public static Optional<JsonNode> document(Pod pod) {
        for (var condition : pod.status().conditions()) {
            if (!condition.type().equals(CONDITION)) continue;
            try {
                var document = JSON.readTree(condition.message());
                if (document.path("containers").isObject()) return Optional.of(document);
            } catch (JsonProcessingException _) {
                return Optional.empty(); // somebody else's words
            }
        }
        return Optional.empty();
    }

    /** All CPUs that a pod has for itself, by its status. */
    public static CpuSet cpus(Pod pod) {
        for (var condition : pod.status().conditions()) {
            if (!condition.type().equals(CONDITION)) continue;
            var all = CpuSet.EMPTY;
            for (var own : read(condition.message()).orElse(new TreeMap<>()).values()) {
                all = all.union(own.cpus()).union(own.podCpus());
            }
            return all;
        }
        return CpuSet.EMPTY;
    }

    /** A line for people on each container: {@code a: CPUs 1-2 to itself, memory of NUMA nodes 0}. */
    public static List<String> lines(JsonNode document) {
        var lines = new ArrayList<String>();
        for (var container : document.path("containers").properties()) {
            var entry = container.getValue();
            var cpus = entry.path(CPUS).asText("");
            var line = new StringBuilder(container.getKey()).append(": ");
            if (cpus.isEmpty()) line.append("shared CPUs of the node");
            else
                line.append("CPUs ")
                        .append(cpus)
                        .append(
                                entry.path("isolation").asText().equals("pod")
                                        ? " shared within the pod"
                                        : " to itself");
            var nodes = new TreeSet<Integer>();
            for (var block : entry.path(MEMORY)) for (var node : block.path("numaAffinity")) nodes.add(node.asInt());
            if (!nodes.isEmpty())
                line.append(", memory of NUMA nodes ")
                        .append(nodes.stream().map(String::valueOf).collect(Collectors.joining(",")));
            lines.add(line.toString());
        }
        return lines;
    }

    private static CpuSet cpus(JsonNode text) {
        return switch (CpuSet.parse(text.asText(""))) {
            case CpuSet.Parsed.Accepted(var cpus) -> cpus;
            case CpuSet.Parsed.Refused(var reason) -> throw new IllegalArgumentException(reason);
        };
    }
}
