package dev.plimsoll.codec.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import dev.plimsoll.core.topology.memory.MemoryTable;
import dev.plimsoll.core.topology.memory.NodeMemory;
import dev.plimsoll.core.topology.state.MemoryState;
import dev.plimsoll.core.topology.state.PodMemory;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The file {@code memory_manager_state}: as {@link CpuCheckpoint}, with version 3 as the newest and 1 as the oldest.
 */
public final class MemoryCheckpoint {
    private static final ObjectMapper JSON = new ObjectMapper();

    private MemoryCheckpoint() {}

    public static String encode(StoredMemory stored) {
        var flat = flat(stored);
        var data = document(stored).toString();
        flat.put("checksum", Checksum.of(dump(stored)));
        flat.put("data", data);
        flat.put("dataChecksum", Checksum.ofData(data));
        return flat.toString();
    }

    /** Everything, without checksums. */
    static ObjectNode document(StoredMemory stored) {
        var whole = flat(stored);
        var pools = JSON.createObjectNode();
        stored.memory().pods().forEach((uid, pod) -> {
            if (!pod.pool().isEmpty()) {
                var pool = JSON.createObjectNode();
                pool.set("memoryBlocks", blocks(pod.pool()));
                pools.set(uid, pool);
            }
        });
        if (!pools.isEmpty()) whole.set("podEntries", pools);
        return whole;
    }

    private static ObjectNode flat(StoredMemory stored) {
        var document = JSON.createObjectNode();
        document.put("policyName", stored.policyName());
        var nodes = new TreeMap<String, ObjectNode>(); // keys of a JSON object are ordered as texts
        stored.memory().ledger().nodes().forEach((id, node) -> nodes.put(Integer.toString(id), node(node)));
        var machine = JSON.createObjectNode();
        nodes.forEach(machine::set);
        document.set("machineState", machine);
        var entries = JSON.createObjectNode();
        stored.memory().pods().forEach((uid, pod) -> {
            var containers = JSON.createObjectNode();
            pod.containers().forEach((name, blocks) -> containers.set(name, blocks(blocks)));
            if (!containers.isEmpty()) entries.set(uid, containers);
        });
        if (!entries.isEmpty()) document.set("entries", entries);
        return document;
    }

    private static ObjectNode node(NodeMemory node) {
        var tables = JSON.createObjectNode();
        node.tables()
                .forEach((resource, table) -> tables.set(
                        resource.text(),
                        JSON.createObjectNode()
                                .put("total", table.total())
                                .put("systemReserved", table.systemReserved())
                                .put("allocatable", table.allocatable())
                                .put("reserved", table.reserved())
                                .put("free", table.free())));
        var document = JSON.createObjectNode();
        document.put("numberOfAssignments", node.assignments());
        document.set("memoryMap", tables);
        document.set("cells", numbers(node.cells()));
        return document;
    }

    private static ArrayNode numbers(NodeMask nodes) {
        var numbers = JSON.createArrayNode();
        nodes.stream().forEach(numbers::add);
        return numbers;
    }

    static ArrayNode blocks(List<MemoryBlock> blocks) {
        var array = JSON.createArrayNode();
        for (var block : blocks) {
            var document = array.addObject();
            document.set("numaAffinity", numbers(block.nodes()));
            document.put("type", block.resource().text());
            document.put("size", block.bytes());
        }
        return array;
    }

    /** The flat fields as the text that the checksum of version 1 covers. */
    private static String dump(StoredMemory stored) {
        var nodes = stored.memory().ledger().nodes().entrySet().stream()
                .map(node -> node.getKey() + ":" + dump(node.getValue()))
                .collect(Collectors.joining(" "));
        var entries = stored.memory().pods().entrySet().stream()
                .filter(pod -> !pod.getValue().containers().isEmpty())
                .map(pod -> pod.getKey() + ":map["
                        + pod.getValue().containers().entrySet().stream()
                                .map(container -> container.getKey() + ":" + dump(container.getValue()))
                                .collect(Collectors.joining(" "))
                        + "]")
                .collect(Collectors.joining(" "));
        return "(*state.MemoryManagerCheckpoint){PolicyName:(string)" + stored.policyName()
                + " MachineState:(state.NUMANodeMap)map[" + nodes
                + "] Entries:(state.ContainerMemoryAssignments)map[" + entries + "] Checksum:(checksum.Checksum)0}";
    }

    private static String dump(NodeMemory node) {
        var tables = node.tables().entrySet().stream()
                .map(entry -> entry.getKey() + ":<*>{TotalMemSize:(uint64)"
                        + entry.getValue().total()
                        + " SystemReserved:(uint64)" + entry.getValue().systemReserved() + " Allocatable:(uint64)"
                        + entry.getValue().allocatable() + " Reserved:(uint64)"
                        + entry.getValue().reserved() + " Free:(uint64)"
                        + entry.getValue().free() + "}")
                .collect(Collectors.joining(" "));
        return "<*>{NumberOfAssignments:(int)" + node.assignments()
                + " MemoryMap:(map[v1.ResourceName]*state.MemoryTable)map[" + tables + "] Cells:([]int)"
                + dump(node.cells()) + "}";
    }

    private static String dump(NodeMask nodes) {
        return nodes.stream().mapToObj(Integer::toString).collect(Collectors.joining(" ", "[", "]"));
    }

    private static String dump(List<MemoryBlock> blocks) {
        return blocks.stream()
                .map(block -> "{NUMAAffinity:([]int)" + dump(block.nodes()) + " Type:(v1.ResourceName)"
                        + block.resource() + " Size:(uint64)" + block.bytes() + "}")
                .collect(Collectors.joining(" ", "[", "]"));
    }

    public static Decoded<StoredMemory> decode(String text) {
        try {
            var document = JSON.readTree(text);
            if (!document.isObject()) return new Decoded.Unreadable<>("unexpected end of JSON input");
            var data = document.path("data").asText("");
            var dataChecksum = document.path("dataChecksum").asLong(0);
            if (data.isEmpty() && dataChecksum == 0) return decodeFlat(document);
            if (Checksum.ofData(data) != dataChecksum) {
                return new Decoded.Corrupt<>("could not load v3 checkpoint: checkpoint is corrupted");
            }
            return new Decoded.Loaded<>(read(JSON.readTree(data)));
        } catch (JsonProcessingException e) {
            return new Decoded.Unreadable<>(e.getOriginalMessage());
        } catch (IllegalArgumentException e) { // a number that is none, or a node id beyond 63
            return new Decoded.Unreadable<>(String.valueOf(e.getMessage()));
        }
    }

    /** What {@link #document} made. */
    static Decoded<StoredMemory> decode(JsonNode document) {
        try {
            return new Decoded.Loaded<>(read(document));
        } catch (IllegalArgumentException e) { // a number that is none, or a node id beyond 63
            return new Decoded.Unreadable<>(String.valueOf(e.getMessage()));
        }
    }

    private static Decoded<StoredMemory> decodeFlat(JsonNode document) {
        var stored = read(document);
        var checksum = document.path("checksum").asLong(0);
        if (checksum == 0 || document.has("podEntries") || Checksum.of(dump(stored)) == checksum) {
            return new Decoded.Loaded<>(stored);
        }
        return new Decoded.Corrupt<>("checkpoint is corrupted");
    }

    private static StoredMemory read(JsonNode document) {
        var policy = document.path("policyName").asText("");
        if (!policy.equals("None") && !policy.equals("Static"))
            throw new IllegalArgumentException("no checkpoint of a memory manager: policyName is \"" + policy + "\"");
        var nodes = new TreeMap<Integer, NodeMemory>();
        for (var node : document.path("machineState").properties()) {
            nodes.put(Integer.valueOf(node.getKey()), readNode(node.getValue()));
        }
        var pods = new TreeMap<String, PodMemory>();
        for (var pod : document.path("entries").properties()) {
            var containers = new TreeMap<String, List<MemoryBlock>>();
            for (var container : pod.getValue().properties()) {
                containers.put(container.getKey(), readBlocks(container.getValue()));
            }
            pods.put(pod.getKey(), new PodMemory(List.of(), containers));
        }
        for (var pod : document.path("podEntries").properties()) {
            var pool = readBlocks(pod.getValue().path("memoryBlocks"));
            pods.merge(
                    pod.getKey(),
                    new PodMemory(pool, new TreeMap<>()),
                    (entries, pooled) -> new PodMemory(pooled.pool(), entries.containers()));
        }
        return new StoredMemory(policy, new MemoryState(new MemoryLedger(nodes), pods));
    }

    private static NodeMemory readNode(JsonNode node) {
        var tables = new TreeMap<ResourceName, MemoryTable>();
        for (var table : node.path("memoryMap").properties()) {
            var columns = table.getValue();
            tables.put(
                    ResourceName.of(table.getKey()),
                    new MemoryTable(
                            columns.path("total").asLong(),
                            columns.path("systemReserved").asLong(),
                            columns.path("allocatable").asLong(),
                            columns.path("reserved").asLong(),
                            columns.path("free").asLong()));
        }
        return new NodeMemory(node.path("numberOfAssignments").asInt(), mask(node.path("cells")), tables);
    }

    static List<MemoryBlock> readBlocks(JsonNode array) {
        var blocks = new ArrayList<MemoryBlock>();
        for (var block : array) {
            blocks.add(new MemoryBlock(
                    mask(block.path("numaAffinity")),
                    ResourceName.of(block.path("type").asText()),
                    block.path("size").asLong()));
        }
        return blocks;
    }

    private static NodeMask mask(JsonNode numbers) {
        var nodes = new int[numbers.size()];
        for (var i = 0; i < nodes.length; i++) nodes[i] = numbers.get(i).asInt(-1);
        return NodeMask.of(nodes);
    }
}
