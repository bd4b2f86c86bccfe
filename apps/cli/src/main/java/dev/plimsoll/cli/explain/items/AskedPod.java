package dev.plimsoll.cli.explain.items;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod of a cluster as somebody asked for it: without the amounts that the API server and LimitRanges added. The managers of its
 * fields tell, since they are written down before anything is added.
 */
final class AskedPod {
    private AskedPod() {}

    /** A copy with only the amounts that somebody has asked for; the same amounts where no managers are written down. */
    static ObjectNode of(ObjectNode pod) {
        var managers = new ArrayList<JsonNode>();
        for (var entry : pod.path("metadata").path("managedFields")) {
            if (entry.path("subresource").asText().equals("status")) continue;
            managers.add(entry.path("fieldsV1").path("f:spec"));
        }
        var asked = pod.deepCopy();
        if (managers.stream().allMatch(JsonNode::isMissingNode)) return asked;
        keepOwned(asked.path("spec").path("resources"), managers, "f:resources");
        for (var list : List.of("containers", "initContainers")) {
            for (var container : asked.path("spec").path(list)) {
                var key = "k:{\"name\":\"" + container.path("name").asText() + "\"}";
                var owned = managers.stream()
                        .map(each -> each.path("f:" + list).path(key))
                        .toList();
                keepOwned(container.path("resources"), owned, "f:resources");
            }
        }
        return asked;
    }

    private static void keepOwned(JsonNode resources, List<JsonNode> managers, String field) {
        for (var list : List.of("requests", "limits")) {
            if (!(resources.path(list) instanceof ObjectNode amounts)) continue;
            var names = new ArrayList<String>();
            amounts.fieldNames().forEachRemaining(names::add);
            for (var name : names) {
                var isOwned = managers.stream()
                        .anyMatch(each -> each.path(field).path("f:" + list).has("f:" + name));
                if (!isOwned) amounts.remove(name);
            }
        }
    }
}
