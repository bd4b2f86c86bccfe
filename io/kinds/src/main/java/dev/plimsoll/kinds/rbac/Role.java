package dev.plimsoll.kinds.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.objects.MetadataReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A role of a namespace or of the cluster.
 *
 * @param isAggregated whether it is put together of others: then its own rules do not count
 * @param parts which roles it is put together of
 */
public record Role(
        Map<String, String> labels, List<PolicyRule> rules, boolean isAggregated, List<LabelSelector> parts) {
    public Role {
        labels = Map.copyOf(labels);
        rules = List.copyOf(rules);
        parts = List.copyOf(parts);
    }

    public static Role of(JsonNode document) {
        var selectors = selectors(document);
        var parts = new ArrayList<LabelSelector>();
        for (var selector : selectors) ObjectSelector.read(selector).ifPresent(parts::add);
        return new Role(MetadataReader.labels(document), rules(document), !selectors.isEmpty(), parts);
    }

    /** The rules that it has itself. */
    public static List<PolicyRule> rules(JsonNode document) {
        return PolicyRule.list(document.path("rules"));
    }

    /** Whether it is put together of others. */
    public static boolean isAggregated(JsonNode document) {
        return !selectors(document).isEmpty();
    }

    static JsonNode selectors(JsonNode document) {
        return document.path("aggregationRule").path("clusterRoleSelectors");
    }
}
