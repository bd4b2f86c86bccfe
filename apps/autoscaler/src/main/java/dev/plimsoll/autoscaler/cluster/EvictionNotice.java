package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.event.CoreEventObject;
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
        var event = new CoreEventObject(document);
        // Some servers do not select by all fields.
        var isEviction =
                event.reason().equals("Evicted") && event.involvedKind().equals("Pod");
        return new Decoded.View<>(new EvictionNotice(
                event.uid(),
                event.involvedObject(),
                event.metadata().created(),
                isEviction ? used(event.metadata().annotations()) : Map.of()));
    }

    /** Three lists of the same length, or nothing. */
    private static Map<String, Long> used(Map<String, String> annotations) {
        var used = new LinkedHashMap<String, Long>();
        if (!annotations.containsKey(CONTAINERS)) return used;
        var containers = list(annotations, CONTAINERS);
        var usages = list(annotations, USAGE);
        var resources = list(annotations, RESOURCES);
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

    private static String[] list(Map<String, String> annotations, String name) {
        return annotations.getOrDefault(name, "").split(",", -1);
    }
}
