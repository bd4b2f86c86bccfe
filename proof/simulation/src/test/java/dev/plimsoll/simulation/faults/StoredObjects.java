package dev.plimsoll.simulation.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.store.StoreEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is in the store now, read by somebody who sees all of it. */
final class StoredObjects {
    static final String PODS = "/registry/pods/";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, ObjectNode> documents = new TreeMap<>();

    /** What was there before, if anything was. */
    @Nullable
    ObjectNode take(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created(var entry) -> documents.put(entry.key(), read(entry.key(), entry.value()));
            case StoreEvent.Replaced(var entry, var _) -> documents.put(entry.key(), read(entry.key(), entry.value()));
            case StoreEvent.Deleted(var previous, var _) -> documents.remove(previous.key());
        };
    }

    static ObjectNode read(String key, byte[] value) {
        try {
            return JSON.readTree(value) instanceof ObjectNode object ? object : JSON.createObjectNode();
        } catch (IOException e) {
            throw new UncheckedIOException(key, e);
        }
    }

    List<ObjectNode> under(String prefix) {
        var found = new ArrayList<ObjectNode>();
        for (var each :
                ((TreeMap<String, ObjectNode>) documents).tailMap(prefix, true).entrySet()) {
            if (!each.getKey().startsWith(prefix)) break;
            found.add(each.getValue());
        }
        return found;
    }

    Map<String, ObjectNode> all() {
        return documents;
    }

    List<ObjectNode> pods() {
        return under(PODS);
    }

    static boolean isOver(ObjectNode pod) {
        var phase = pod.path("status").path("phase").asText();
        return phase.equals("Failed") || phase.equals("Succeeded");
    }

    static boolean isOnNode(ObjectNode pod) {
        return !pod.path("spec").path("nodeName").asText().isEmpty() && !isOver(pod);
    }
}
