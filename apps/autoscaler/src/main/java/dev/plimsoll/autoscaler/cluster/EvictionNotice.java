package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event by which a node says that it evicted a pod for memory.
 *
 * @param used bytes by container: those that used more than they asked for
 */
public record EvictionNotice(String uid, ObjectName pod, Instant created, Map<String, Long> used) {
    /** As API servers select such events. */
    static final String FIELDS = "reason=Evicted,involvedObject.kind=Pod";

    private static final String CONTAINERS = "offending_containers";
    private static final String USAGE = "offending_containers_usage";
    private static final String RESOURCES = "starved_resource";

    public EvictionNotice {
        used = Map.copyOf(used);
    }

    static Decoded<EvictionNotice> decode(ObjectNode document) {
        var about = document.path("involvedObject");
        var metadata = document.path("metadata");
        var pod = new ObjectName(
                about.path("namespace").asText(), about.path("name").asText());
        return new Decoded.View<>(new EvictionNotice(
                metadata.path("uid").asText(),
                pod,
                Documents.time(metadata.path("creationTimestamp")).orElse(Instant.EPOCH),
                isEviction(document) ? used(metadata.path("annotations")) : Map.of()));
    }

    /** Some servers do not select by all fields. */
    private static boolean isEviction(JsonNode document) {
        return document.path("reason").asText().equals("Evicted")
                && document.path("involvedObject").path("kind").asText().equals("Pod");
    }

    /** Three lists of the same length, or nothing. */
    private static Map<String, Long> used(JsonNode annotations) {
        var used = new LinkedHashMap<String, Long>();
        if (!annotations.hasNonNull(CONTAINERS)) return used;
        var containers = annotations.path(CONTAINERS).asText().split(",", -1);
        var usages = annotations.path(USAGE).asText().split(",", -1);
        var resources = annotations.path(RESOURCES).asText().split(",", -1);
        // Nodes name one resource that all of these are short of.
        if (usages.length != containers.length || (resources.length != containers.length && resources.length != 1)) {
            return used;
        }
        for (var i = 0; i < containers.length; i++) {
            var resource = resources[resources.length == 1 ? 0 : i];
            if (resource.strip().equals("memory")
                    && Quantity.parse(usages[i].strip()) instanceof ParsedQuantity.Parsed(var quantity)) {
                used.put(containers[i].strip(), quantity.value());
            }
        }
        return used;
    }
}
