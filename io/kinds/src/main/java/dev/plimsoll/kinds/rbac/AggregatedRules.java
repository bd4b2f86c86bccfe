package dev.plimsoll.kinds.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.objects.MetadataReader;
import java.util.Optional;
import java.util.SortedMap;

/** The rules of a role that is put together of others. */
public final class AggregatedRules {
    private static final String RULES = "rules";

    private AggregatedRules() {}

    /**
     * What is to be written into a role that is put together of others: selector by selector, the rules of the roles that it finds, each
     * rule once. Empty if the role is not put together of others, or has these rules.
     *
     * @param roles all of the cluster, by name
     */
    public static Optional<ObjectNode> change(String name, SortedMap<String, ObjectNode> roles) {
        var role = roles.get(name);
        if (role == null || !Role.isAggregated(role)) return Optional.empty();
        var rules = JsonNodeFactory.instance.arrayNode();
        for (var selector : Role.selectors(role)) {
            var labels = ObjectSelector.read(selector);
            if (labels.isEmpty()) continue;
            roles.forEach((other, document) -> {
                if (!other.equals(name) && labels.get().matches(MetadataReader.labels(document)))
                    addAll(rules, document.path(RULES));
            });
        }
        var known = role.path(RULES);
        if (rules.equals(known) || (rules.isEmpty() && known.isEmpty())) return Optional.empty();
        var change = JsonNodeFactory.instance.objectNode();
        change.set(RULES, rules);
        return Optional.of(change);
    }

    private static void addAll(ArrayNode rules, JsonNode more) {
        for (var rule : more) {
            var known = false;
            for (var each : rules) known |= each.equals(rule);
            if (!known) rules.add(rule);
        }
    }
}
