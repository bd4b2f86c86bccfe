package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.ArrayList;
import java.util.List;

/** Role and ClusterRole: rules on resources or on paths, and of which other roles a role is put together. */
public final class RoleStrategy extends GenericStrategy {
    private final boolean namespaced;

    public RoleStrategy(StrategySetup setup) {
        super(setup);
        this.namespaced = setup.kind().namespaced();
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<FieldError>();
        var without = new ArrayList<FieldError>(); // said last
        var i = 0;
        for (var rule : document.path("rules")) {
            var at = "rules[" + i++ + "]";
            rule(rule, at, errors);
            if (rule.path("verbs").isEmpty()) without.add(FieldError.required(at + ".verbs", ""));
        }
        aggregation(document.path("aggregationRule"), errors);
        errors.addAll(without);
        return errors;
    }

    private void rule(JsonNode rule, String at, List<FieldError> errors) {
        var paths = rule.path("nonResourceURLs");
        var hasResources = !rule.path("apiGroups").isEmpty()
                || !rule.path("resources").isEmpty()
                || !rule.path("resourceNames").isEmpty();
        if (!paths.isEmpty()) {
            if (namespaced) errors.add(onPaths(at, paths, "namespaced rules cannot apply to non-resource URLs"));
            if (hasResources) {
                errors.add(onPaths(at, paths, "rules cannot apply to both regular resources and non-resource URLs"));
            }
            return;
        }
        if (rule.path("apiGroups").isEmpty()) {
            errors.add(FieldError.required(at + ".apiGroups", "resource rules must supply at least one api group"));
        }
        if (rule.path("resources").isEmpty()) {
            errors.add(FieldError.required(at + ".resources", "resource rules must supply at least one resource"));
        }
    }

    private static FieldError onPaths(String at, JsonNode paths, String why) {
        return new FieldError(FieldError.Type.INVALID, at + ".nonResourceURLs", paths.toString(), why);
    }

    private static void aggregation(JsonNode aggregation, List<FieldError> errors) {
        if (!aggregation.isObject()) return;
        var at = "aggregationRule.clusterRoleSelectors";
        var selectors = aggregation.path("clusterRoleSelectors");
        if (selectors.isEmpty()) {
            errors.add(
                    FieldError.required(at, "at least one clusterRoleSelector required if aggregationRule is non-nil"));
        }
        var found = new Findings();
        for (var selector : FieldValue.at(at, selectors).items()) {
            LabelSelectorRules.check(selector, found);
            if (!LabelSelectorRules.isSound(selector)) {
                found.invalidShown(selector, "null", "invalid label selector.");
            }
        }
        errors.addAll(found.toList());
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        return checkNew(write.sent());
    }
}
