package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The affinity by which a pod is made for one node. */
public final class NodeTarget {
    private static final String FIELD = "metadata.name";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private NodeTarget() {}

    /** The node that every term of the affinity names; empty where there is no such node. */
    public static String of(JsonNode podSpec) {
        var target = "";
        var terms = podSpec.path("affinity").path("nodeAffinity").path(REQUIRED).path("nodeSelectorTerms");
        for (var term : terms) {
            for (var field : term.path("matchFields")) {
                if (!field.path("key").asText().equals(FIELD)) continue;
                if (field.path("operator").asText().equals("In")
                        && field.path("values").size() == 1) {
                    target = field.path("values").get(0).asText();
                }
            }
        }
        return target;
    }

    /** Makes a pod for one node: the terms that it had are replaced. */
    public static void set(ObjectNode podSpec, String node) {
        var affinity = podSpec.get("affinity") instanceof ObjectNode known ? known : podSpec.putObject("affinity");
        var ofNodes =
                affinity.get("nodeAffinity") instanceof ObjectNode known ? known : affinity.putObject("nodeAffinity");
        ofNodes.putObject(REQUIRED)
                .putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchFields")
                .addObject()
                .put("key", FIELD)
                .put("operator", "In")
                .putArray("values")
                .add(node);
    }
}
