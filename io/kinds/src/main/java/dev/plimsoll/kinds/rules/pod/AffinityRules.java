package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import dev.plimsoll.kinds.rules.field.NodeSelectorRules;
import java.util.List;

/** Which nodes a pod may or would rather run on, and beside which other pods. */
final class AffinityRules {
    private static final int MOST_WEIGHT = 100;
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private AffinityRules() {}

    static void check(FieldValue affinity, Findings found) {
        nodes(affinity.field("nodeAffinity"), found);
        for (var name : List.of("podAffinity", "podAntiAffinity")) pods(affinity.field(name), found);
    }

    private static void nodes(FieldValue affinity, Findings found) {
        var required = affinity.field(REQUIRED);
        if (required.isGiven()) NodeSelectorRules.check(required, found);
        for (var preferred : affinity.field(PREFERRED).items()) {
            weight(preferred.field("weight"), found);
            NodeSelectorRules.term(preferred.field("preference"), false, found);
        }
    }

    private static void weight(FieldValue weight, Findings found) {
        if (weight.number() <= 0 || weight.number() > MOST_WEIGHT) {
            found.invalidNumber(weight, "must be in the range 1-100");
        }
    }

    private static void pods(FieldValue affinity, Findings found) {
        for (var term : affinity.field(REQUIRED).items()) podTerm(term, found);
        for (var preferred : affinity.field(PREFERRED).items()) {
            weight(preferred.field("weight"), found);
            podTerm(preferred.field("podAffinityTerm"), found);
        }
    }

    private static void podTerm(FieldValue term, Findings found) {
        var selector = term.field("labelSelector");
        if (selector.isGiven()) LabelSelectorRules.check(selector, found);
        if (term.field("namespaceSelector").isGiven()) LabelSelectorRules.check(term.field("namespaceSelector"), found);
        for (var namespace : term.field("namespaces").items()) {
            // Messages name the one namespace that the field once held.
            NameRules.label(FieldValue.at(term + ".namespace", namespace.node()), found);
        }
        for (var list : List.of("matchLabelKeys", "mismatchLabelKeys")) {
            var keys = term.field(list);
            if (!keys.isEmpty() && !selector.isGiven()) {
                found.forbidden(keys, "must not be specified when labelSelector is not set");
            }
            for (var key : keys.items()) NameRules.qualifiedName(key, found);
        }
        var topology = term.field("topologyKey");
        if (topology.isEmpty()) found.required(topology, "can not be empty");
        NameRules.qualifiedName(topology, found);
    }
}
