package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Keys whose values a new pod brings along itself: they become part of the selectors that name them. */
final class MatchedLabelKeys {
    private MatchedLabelKeys() {}

    static void apply(ObjectNode pod) {
        var labels = pod.path("metadata").path("labels");
        var spec = pod.path("spec");
        for (var constraint : spec.path("topologySpreadConstraints")) {
            merge(constraint, "matchLabelKeys", "In", labels);
        }
        for (var kind : new String[] {"podAffinity", "podAntiAffinity"}) {
            var affinity = spec.path("affinity").path(kind);
            for (var term : affinity.path("requiredDuringSchedulingIgnoredDuringExecution")) terms(term, labels);
            for (var weighted : affinity.path("preferredDuringSchedulingIgnoredDuringExecution")) {
                terms(weighted.path("podAffinityTerm"), labels);
            }
        }
    }

    private static void terms(JsonNode term, JsonNode labels) {
        merge(term, "matchLabelKeys", "In", labels);
        merge(term, "mismatchLabelKeys", "NotIn", labels);
    }

    /** A term without a selector selects nothing, whatever its keys are. */
    private static void merge(JsonNode term, String keys, String operator, JsonNode labels) {
        if (!(term.get("labelSelector") instanceof ObjectNode selector)) return;
        for (var key : term.path(keys)) {
            if (!labels.has(key.asText())) continue;
            var expression = selector.withArray("matchExpressions").addObject();
            expression.put("key", key.asText()).put("operator", operator);
            expression.putArray("values").add(labels.get(key.asText()));
        }
    }
}
