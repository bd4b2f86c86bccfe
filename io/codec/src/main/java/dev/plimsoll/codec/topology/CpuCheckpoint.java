package dev.plimsoll.codec.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.PodCpus;
import dev.plimsoll.core.topology.state.StoredCpus;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The file {@code cpu_manager_state}.
 *
 * <p>Written: version 4, that is the flat fields of version 2 with their checksum, which older kubelets read, and a text
 * {@code data} with everything, which has its own. Read: version 4; where there is no {@code data}, version 3 (flat, with
 * pods) and version 2 (flat). A version 4 that is damaged is not taken for an older one.
 */
public final class CpuCheckpoint {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CpuCheckpoint() {}

    public static String encode(StoredCpus stored) {
        var flat = flat(stored);
        var data = document(stored).toString();
        flat.put("checksum", Checksum.of(dump(stored, "CPUManagerCheckpoint")));
        flat.put("data", data);
        flat.put("dataChecksum", Checksum.ofData(data));
        return flat.toString();
    }

    /** Everything, without checksums. */
    static ObjectNode document(StoredCpus stored) {
        var whole = flat(stored);
        addPools(whole, stored.cpus());
        addStarted(whole, stored.cpus());
        return whole;
    }

    private static ObjectNode flat(StoredCpus stored) {
        var document = JSON.createObjectNode();
        document.put("policyName", stored.policyName());
        document.put("defaultCpuSet", stored.cpus().shared().toString());
        var entries = JSON.createObjectNode();
        stored.cpus().pods().forEach((uid, pod) -> {
            var containers = JSON.createObjectNode();
            pod.containers().forEach((name, cpus) -> containers.put(name, cpus.toString()));
            if (!containers.isEmpty()) entries.set(uid, containers);
        });
        if (!entries.isEmpty()) document.set("entries", entries);
        return document;
    }

    private static void addPools(ObjectNode document, CpuState cpus) {
        var pools = JSON.createObjectNode();
        cpus.pods().forEach((uid, pod) -> {
            if (!pod.pool().isEmpty()) {
                pools.set(uid, JSON.createObjectNode().put("cpuSet", pod.pool().toString()));
            }
        });
        if (!pools.isEmpty()) document.set("podEntries", pools);
    }

    private static void addStarted(ObjectNode document, CpuState cpus) {
        var started = JSON.createObjectNode();
        cpus.pods().forEach((uid, pod) -> {
            var containers = JSON.createObjectNode();
            pod.started()
                    .forEach((name, set) ->
                            containers.set(name, JSON.createObjectNode().put("baseline", set.toString())));
            if (!containers.isEmpty()) started.set(uid, containers);
        });
        if (!started.isEmpty()) document.set("baselines", started);
    }

    /** The flat fields as the text that the checksum of version 2 covers. */
    private static String dump(StoredCpus stored, String typeName) {
        var entries = stored.cpus().pods().entrySet().stream()
                .filter(pod -> !pod.getValue().containers().isEmpty())
                .map(pod -> pod.getKey() + ":map["
                        + pod.getValue().containers().entrySet().stream()
                                .map(container -> container.getKey() + ":" + container.getValue())
                                .collect(Collectors.joining(" "))
                        + "]")
                .collect(Collectors.joining(" "));
        return "(*state." + typeName + "){PolicyName:(string)" + stored.policyName() + " DefaultCPUSet:(string)"
                + stored.cpus().shared() + " Entries:(map[string]map[string]string)map[" + entries
                + "] Checksum:(checksum.Checksum)0}";
    }

    public static Decoded<StoredCpus> decode(String text) {
        try {
            var document = JSON.readTree(text);
            if (!document.isObject()) return new Decoded.Unreadable<>("unexpected end of JSON input");
            var data = document.path("data").asText("");
            var dataChecksum = document.path("dataChecksum").asLong(0);
            if (data.isEmpty() && dataChecksum == 0) return decodeFlat(document);
            if (Checksum.ofData(data) != dataChecksum) {
                return new Decoded.Corrupt<>("could not load v4 checkpoint: checkpoint is corrupted");
            }
            return new Decoded.Loaded<>(read(JSON.readTree(data)));
        } catch (JsonProcessingException e) {
            return new Decoded.Unreadable<>(e.getOriginalMessage());
        } catch (NotACpuSet e) {
            return new Decoded.Unreadable<>(e.reason);
        }
    }

    /** What {@link #document} made. */
    static Decoded<StoredCpus> decode(JsonNode document) {
        try {
            return new Decoded.Loaded<>(read(document));
        } catch (NotACpuSet e) {
            return new Decoded.Unreadable<>(e.reason);
        }
    }

    /** The checksum of version 3 covers types that no reader needs otherwise; such a file is read without it. */
    private static Decoded<StoredCpus> decodeFlat(JsonNode document) throws NotACpuSet {
        var stored = read(document);
        var checksum = document.path("checksum").asLong(0);
        if (checksum == 0 || document.has("podEntries")) return new Decoded.Loaded<>(stored);
        for (var typeName : new String[] {"CPUManagerCheckpoint", "CPUManagerCheckpointV2"}) {
            if (Checksum.of(dump(stored, typeName)) == checksum) return new Decoded.Loaded<>(stored);
        }
        return new Decoded.Corrupt<>("checkpoint is corrupted");
    }

    private static StoredCpus read(JsonNode document) throws NotACpuSet {
        var policy = document.path("policyName").asText("");
        if (!policy.equals("none") && !policy.equals("static"))
            throw new NotACpuSet("no checkpoint of a CPU manager: policyName is \"" + policy + "\"");
        var shared = cpus("could not parse default CPU set", document.path("defaultCpuSet"), "");
        var pods = new TreeMap<String, PodCpus>();
        for (var pod : document.path("entries").properties()) {
            for (var container : pod.getValue().properties()) {
                var where = " for container \"" + container.getKey() + "\" in pod \"" + pod.getKey() + "\"";
                var set = cpus("could not parse cpuset", container.getValue(), where);
                pods.merge(pod.getKey(), onlyContainer(container.getKey(), set), CpuCheckpoint::joined);
            }
        }
        for (var pod : document.path("podEntries").properties()) {
            var set = cpus("failed to parse cpuset:", pod.getValue().path("cpuSet"), "");
            pods.merge(pod.getKey(), new PodCpus(set, new TreeMap<>(), new TreeMap<>()), CpuCheckpoint::joined);
        }
        for (var pod : document.path("baselines").properties()) {
            for (var container : pod.getValue().properties()) {
                var set = cpus(
                        "could not parse Baseline cpuset", container.getValue().path("baseline"), "");
                var started = new TreeMap<String, CpuSet>();
                started.put(container.getKey(), set);
                pods.merge(pod.getKey(), new PodCpus(CpuSet.EMPTY, new TreeMap<>(), started), CpuCheckpoint::joined);
            }
        }
        return new StoredCpus(policy, new CpuState(shared, pods));
    }

    private static PodCpus onlyContainer(String name, CpuSet cpus) {
        var containers = new TreeMap<String, CpuSet>();
        containers.put(name, cpus);
        return new PodCpus(CpuSet.EMPTY, containers, new TreeMap<>());
    }

    private static PodCpus joined(PodCpus left, PodCpus right) {
        var containers = new TreeMap<>(left.containers());
        containers.putAll(right.containers());
        var started = new TreeMap<>(left.started());
        started.putAll(right.started());
        return new PodCpus(left.pool().union(right.pool()), containers, started);
    }

    private static CpuSet cpus(String problem, JsonNode text, String where) throws NotACpuSet {
        return switch (CpuSet.parse(text.asText(""))) {
            case CpuSet.Parsed.Accepted(var cpus) -> cpus;
            case CpuSet.Parsed.Refused(var reason) ->
                throw new NotACpuSet(problem + " \"" + text.asText("") + "\"" + where + ": " + reason);
        };
    }

    /** Ends reading from within; it never leaves this class. */
    private static final class NotACpuSet extends Exception {
        private static final long serialVersionUID = 1;
        private final String reason;

        NotACpuSet(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }
}
