package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What schedulers had heard of the CPUs and memory that nodes have given, when they bound a pod, and what the nodes really had given
 * since. A node may refuse a pod for its CPU, memory or topology manager only where the two were not the same.
 */
final class KnownZones {
    /** A scheduler decides before it binds. What it heard since then it did not know. */
    private static final long BETWEEN = 2_000_000_000L;

    private static final String NODES = "/api/v1/nodes";

    private final LongSupplier time;
    /** What a process has heard, by the names of both. */
    private final Map<String, Told> heard = new HashMap<>();

    private final Map<String, Told> actual = new HashMap<>();
    private final Map<String, Bound> bindings = new HashMap<>();

    /** @param since when it was heard first */
    private record Told(String zones, long since) {}

    /** @param zones that were known of the node; null if none were */
    private record Bound(String node, @Nullable Told zones, long at) {}

    KnownZones(LongSupplier time) {
        this.time = time;
    }

    private static boolean isOfNodes(ClientRequest request) {
        var target = request.target();
        return target.startsWith(NODES) && (target.length() == NODES.length() || target.charAt(NODES.length()) == '?');
    }

    private static String zones(ObjectNode node) {
        return node.path("metadata")
                .path("annotations")
                .path(NumaZonesAnnotation.NAME)
                .asText();
    }

    private void note(Map<String, Told> where, String key, String zones) {
        var before = where.get(key);
        if (before == null || !before.zones().equals(zones)) where.put(key, new Told(zones, time.getAsLong()));
    }

    private void heard(String process, ObjectNode node) {
        note(heard, process + " " + node.path("metadata").path("name").asText(), zones(node));
    }

    /** A list arrives. */
    void listed(String process, ClientRequest request, Reply reply) {
        if (!isOfNodes(request) || !process.startsWith("scheduler")) return;
        for (var node : StoredObjects.read(request.target(), reply.body()).path("items"))
            if (node instanceof ObjectNode object) heard(process, object);
    }

    /** A line of a watch arrives. */
    void arrived(String process, ClientRequest request, byte[] line) {
        if (!isOfNodes(request) || !process.startsWith("scheduler")) return;
        if (StoredObjects.read(request.target(), line).path("object") instanceof ObjectNode node) heard(process, node);
    }

    /** A binding is sent. */
    void bound(String process, ClientRequest request) {
        if (!request.target().contains("/binding")) return;
        var binding = StoredObjects.read(request.target(), request.body());
        var node = binding.path("target").path("name").asText();
        bindings.put(
                binding.path("metadata").path("uid").asText(),
                new Bound(node, heard.get(process + " " + node), time.getAsLong()));
    }

    /** What a node has given now. */
    void given(NodeProcess node) {
        var zones = node.zones();
        if (zones != null) note(actual, node.name(), zones);
    }

    /** Whether nobody could have known better. */
    boolean wereStale(String uid, NodeProcess node) {
        given(node);
        var binding = bindings.get(uid);
        var now = actual.get(node.name());
        // Of a node that does not run nothing is known; and whoever is on a node without a binding was put there by
        // somebody else.
        if (binding == null || now == null || node.zones() == null) return true;
        var known = binding.zones();
        return known == null
                || known.since() > binding.at() - BETWEEN
                || !known.zones().equals(now.zones())
                || now.since() > binding.at() - BETWEEN;
    }
}
