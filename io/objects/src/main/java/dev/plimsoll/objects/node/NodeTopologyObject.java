package dev.plimsoll.objects.node;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.ApiObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A NodeResourceTopology (topology.node.k8s.io): what a node's exporter tells of its NUMA nodes and policies. */
public final class NodeTopologyObject extends ApiObject {
    /** Policies as objects of the first version had them, with scope and policy in one word. */
    private static final Map<String, List<String>> JOINED = Map.of(
            "SingleNUMANodeContainerLevel", List.of("single-numa-node", "container"),
            "SingleNUMANodePodLevel", List.of("single-numa-node", "pod"),
            "RestrictedContainerLevel", List.of("restricted", "container"),
            "RestrictedPodLevel", List.of("restricted", "pod"),
            "BestEffortContainerLevel", List.of("best-effort", "container"),
            "BestEffortPodLevel", List.of("best-effort", "pod"));

    public NodeTopologyObject(ObjectNode document) {
        super(document);
    }

    /**
     * A NUMA node.
     *
     * @param distances to the NUMA nodes, in the order of their names; empty where it does not tell
     */
    public record Zone(String name, ResourceAmounts capacity, List<Integer> distances) {}

    /** Its NUMA nodes, by number. */
    public List<Zone> zones() {
        var zones = new TreeMap<Integer, Zone>();
        for (var zone : document().path("zones")) {
            if (!text(zone, "type").equals("Node")) continue;
            var name = text(zone, "name");
            zones.put(number(name), new Zone(name, capacity(zone), distances(zone)));
        }
        return List.copyOf(zones.values());
    }

    private static int number(String name) {
        var digits = name.substring(name.lastIndexOf('-') + 1);
        return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    }

    private static ResourceAmounts capacity(JsonNode zone) {
        var capacity = ResourceAmounts.EMPTY;
        for (var resource : zone.path("resources")) {
            if (Quantity.parse(text(resource, "capacity")) instanceof ParsedQuantity.Parsed(var amount))
                capacity = capacity.with(ResourceName.of(text(resource, "name")), amount);
        }
        return capacity;
    }

    private static List<Integer> distances(JsonNode zone) {
        var distances = new TreeMap<Integer, Integer>();
        for (var cost : zone.path("costs"))
            distances.put(number(text(cost, "name")), cost.path("value").asInt());
        return new ArrayList<>(distances.values());
    }

    /** The topology manager's policy, as a kubelet's settings name it; empty where it does not tell. */
    public String policy() {
        return setting("topologyManagerPolicy", 0);
    }

    /** The topology manager's scope; empty where it does not tell. */
    public String scope() {
        return setting("topologyManagerScope", 1);
    }

    /** The CPU manager's policy; empty where it does not tell. */
    public String cpuPolicy() {
        return attribute("cpuManagerPolicy");
    }

    private String setting(String attribute, int part) {
        var own = attribute(attribute);
        if (!own.isEmpty()) return own;
        for (var joined : document().path("topologyPolicies")) {
            var parts = JOINED.get(joined.asText());
            if (parts != null) return parts.get(part);
        }
        return "";
    }

    private String attribute(String name) {
        for (var attribute : document().path("attributes"))
            if (text(attribute, "name").equals(name)) return text(attribute, "value");
        return "";
    }
}
