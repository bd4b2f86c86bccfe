package dev.plimsoll.objects.autoscaling;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ApiObject;
import java.util.List;

/** The CustomResourceDefinition of VerticalPodAutoscalers. */
public final class VpaDefinitionObject extends ApiObject {
    private static final List<String> FIELDS = List.of(
            "spec.resourcePolicy.podPolicies",
            "spec.resourcePolicy.podPolicies.estimator",
            "spec.resourcePolicy.podPolicies.maxAllowedScope",
            "spec.resourcePolicy.containerPolicies.maxAllowedScope",
            "status.recommendation.summary",
            "status.recommendation.podRecommendation",
            "status.recommendation.podRecommendation.excludedContainers",
            "status.recommendation.podRecommendation.maxAllowed");

    public VpaDefinitionObject(ObjectNode document) {
        super(document);
    }

    /** Fields of ours that the served version v1 lacks, so that the API server would drop them. */
    public List<String> missingFields() {
        for (var version : specNode().path("versions")) {
            if (!text(version, "name").equals("v1")) continue;
            var schema = version.path("schema").path("openAPIV3Schema");
            return FIELDS.stream().filter(field -> !has(schema, field)).toList();
        }
        return FIELDS;
    }

    private static boolean has(JsonNode schema, String field) {
        var at = schema;
        for (var name : field.split("\\.", -1)) {
            if (at.path("items").isObject()) at = at.path("items");
            if (at.path("x-kubernetes-preserve-unknown-fields").asBoolean()) return true;
            at = at.path("properties").path(name);
        }
        return at.isObject();
    }
}
