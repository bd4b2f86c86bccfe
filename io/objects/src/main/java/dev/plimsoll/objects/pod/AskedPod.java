package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod of a cluster as somebody asked for it: without the amounts that the API server and LimitRanges added. The managers of its
 * fields tell, since they are written down before anything is added.
 */
final class AskedPod {
    private static final String OWNED = "f:";

    private AskedPod() {}

    /** The pod with only the amounts that somebody has asked for; the same pod where no managers are written down. */
    static PodObject of(PodObject pod) {
        var managers = new ArrayList<JsonNode>();
        for (var entry : pod.document().path("metadata").path("managedFields")) {
            if (text(entry, "subresource").equals("status")) continue;
            managers.add(entry.path("fieldsV1").path(OWNED + "spec"));
        }
        if (managers.stream().allMatch(JsonNode::isMissingNode)) return pod;
        var asked = DraftNode.of(pod.document());
        var spec = asked.object("spec");
        keepOwned(spec, managers);
        for (var name : ResourceParts.LISTS) {
            if (!spec.path(name).isArray()) continue;
            var list = spec.list(name);
            for (var i = 0; i < list.size(); i++) {
                var key = "k:{\"name\":\"" + text(list.path(i), "name") + "\"}";
                var owned = managers.stream()
                        .map(each -> each.path(OWNED + name).path(key))
                        .toList();
                keepOwned(list.object(i), owned);
            }
        }
        return new PodObject(asked.node());
    }

    private static void keepOwned(DraftNode part, List<JsonNode> managers) {
        if (!part.path(ResourceParts.RESOURCES).isObject()) return;
        var resources = part.object(ResourceParts.RESOURCES);
        for (var side : List.of("requests", "limits")) {
            if (!resources.path(side).isObject()) continue;
            var amounts = resources.object(side);
            var names = new ArrayList<String>();
            amounts.node().fieldNames().forEachRemaining(names::add);
            for (var name : names) {
                var isOwned = managers.stream()
                        .anyMatch(each -> each.path(OWNED + ResourceParts.RESOURCES)
                                .path(OWNED + side)
                                .has(OWNED + name));
                if (!isOwned) amounts.remove(name);
            }
        }
    }
}
