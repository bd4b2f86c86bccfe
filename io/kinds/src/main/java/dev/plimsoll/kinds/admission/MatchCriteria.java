package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which writes concern a webhook, a policy or a binding.
 *
 * @param rules one of which must match
 * @param excluded none of which may match
 * @param namespaceSelector null if it cannot be understood: then it lets nothing slip by
 * @param equivalent whether a write of another version of a resource that a rule names matches too
 * @param everything whether all resources match, for a binding that names none
 */
public record MatchCriteria(
        List<ResourceRule> rules,
        List<ResourceRule> excluded,
        @Nullable LabelSelector namespaceSelector,
        @Nullable LabelSelector objectSelector,
        boolean equivalent,
        boolean everything) {
    public MatchCriteria {
        rules = List.copyOf(rules);
        excluded = List.copyOf(excluded);
    }

    /** Of a webhook. */
    public static MatchCriteria ofWebhook(JsonNode hook) {
        return read(hook, ResourceRule.readAll(hook.path("rules")), List.of(), false);
    }

    /** {@code matchConstraints} of a policy or {@code matchResources} of a binding; of a binding without rules, all. */
    public static MatchCriteria ofResources(JsonNode resources) {
        var rules = ResourceRule.readAll(resources.path("resourceRules"));
        var excluded = ResourceRule.readAll(resources.path("excludeResourceRules"));
        return read(resources, rules, excluded, rules.isEmpty());
    }

    private static MatchCriteria read(
            JsonNode from, List<ResourceRule> rules, List<ResourceRule> excluded, boolean everything) {
        return new MatchCriteria(
                rules,
                excluded,
                ObjectSelector.read(from.path("namespaceSelector")).orElse(null),
                ObjectSelector.read(from.path("objectSelector")).orElse(null),
                !from.path("matchPolicy").asText().equals("Exact"),
                everything);
    }

    /** Whether both selectors can be understood. */
    public boolean isUnderstood() {
        return namespaceSelector != null && objectSelector != null;
    }
}
