package dev.plimsoll.apiserver.authorization;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.selector.ObjectSelector;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The rules of a role that is put together of others. */
public final class AggregatedRules {
    private AggregatedRules() {}

    /**
     * Selector by selector, the rules of the roles that it finds, each rule once; empty if the role is not put together of others.
     *
     * @param roles all of the cluster, by name
     */
    public static Optional<ArrayNode> of(String name, SortedMap<String, ObjectNode> roles) {
        var role = roles.get(name);
        if (role == null) return Optional.empty();
        var selectors = role.path("aggregationRule").path("clusterRoleSelectors");
        if (selectors.isEmpty()) return Optional.empty();
        var rules = JsonNodeFactory.instance.arrayNode();
        for (var selector : selectors) {
            var labels = ObjectSelector.read(selector);
            if (labels.isEmpty()) continue;
            roles.forEach((other, document) -> {
                if (!other.equals(name) && labels.get().matches(labelsOf(document)))
                    addAll(rules, document.path("rules"));
            });
        }
        return Optional.of(rules);
    }

    private static void addAll(ArrayNode rules, JsonNode more) {
        for (var rule : more) {
            var known = false;
            for (var each : rules) known |= each.equals(rule);
            if (!known) rules.add(rule);
        }
    }

    private static Map<String, String> labelsOf(JsonNode document) {
        var labels = new HashMap<String, String>();
        for (var label : document.path("metadata").path("labels").properties()) {
            labels.put(label.getKey(), label.getValue().asText());
        }
        return labels;
    }
}
