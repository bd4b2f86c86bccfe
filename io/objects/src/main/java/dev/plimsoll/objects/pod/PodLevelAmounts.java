package dev.plimsoll.objects.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;

/**
 * {@code resources} and {@code allocatedResources} of a pod's status in a patch. A patch adds to maps; a resource that is gone is
 * taken away by its name.
 */
final class PodLevelAmounts {
    /** Named in every patch; others where they are known to be there. */
    private static final List<ResourceName> USUAL = List.of(ResourceName.CPU, ResourceName.MEMORY);

    private PodLevelAmounts() {}

    static void put(DraftNode status, StatusReport report, JsonNode known) {
        put(status, "allocatedResources", report.allocatedResources(), known);
        var resources = report.resources();
        if (!resources.isDeclared()) {
            status.putNull("resources");
            return;
        }
        var node = status.newObject("resources");
        put(node, "requests", resources.requests(), known.path("resources"));
        put(node, "limits", resources.limits(), known.path("resources"));
    }

    private static void put(DraftNode owner, String name, ResourceAmounts amounts, JsonNode known) {
        if (amounts.isEmpty()) {
            owner.putNull(name);
            return;
        }
        var node = owner.newObject(name);
        for (var usual : USUAL) node.putNull(usual.text());
        known.path(name).fieldNames().forEachRemaining(node::putNull);
        for (var resource : amounts.names())
            node.put(resource.text(), amounts.amount(resource).toString());
    }

    /** Whether a status has the pod level where the report has it: an empty one is one too. */
    static boolean isAsDeclared(StatusReport report, JsonNode status) {
        return report.resources().isDeclared() == status.path("resources").isObject();
    }

    /** Whether a status has amounts by names that the report does not have. */
    static boolean leavesRest(StatusReport report, JsonNode status) {
        var resources = status.path("resources");
        return leavesRest(report.allocatedResources(), status.path("allocatedResources"))
                || leavesRest(report.resources().requests(), resources.path("requests"))
                || leavesRest(report.resources().limits(), resources.path("limits"));
    }

    private static boolean leavesRest(ResourceAmounts amounts, JsonNode there) {
        for (var entry : there.properties()) if (!amounts.contains(ResourceName.of(entry.getKey()))) return true;
        return false;
    }
}
