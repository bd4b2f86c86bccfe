package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.objects.tree.DraftNode;

/** The affinity by which a pod is made for one node. */
final class NodeTarget {
    private static final String FIELD = "metadata.name";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private NodeTarget() {}

    /** The node that every term of the affinity names; empty where there is no such node. */
    static String of(JsonNode podSpec) {
        var target = "";
        var terms = podSpec.path("affinity").path("nodeAffinity").path(REQUIRED).path("nodeSelectorTerms");
        for (var term : terms) {
            for (var field : term.path("matchFields")) {
                if (!text(field, "key").equals(FIELD)) continue;
                var values = field.path("values");
                if (text(field, "operator").equals("In") && values.size() == 1)
                    target = values.path(0).asText();
            }
        }
        return target;
    }

    /** Makes a pod for one node: the terms that it had are replaced. */
    static void set(DraftNode podSpec, String node) {
        podSpec.object("affinity")
                .object("nodeAffinity")
                .newObject(REQUIRED)
                .list("nodeSelectorTerms")
                .addObject()
                .list("matchFields")
                .addObject()
                .put("key", FIELD)
                .put("operator", "In")
                .list("values")
                .add(node);
    }
}
