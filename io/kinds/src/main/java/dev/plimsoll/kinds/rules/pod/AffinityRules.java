package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** Which nodes a pod may or would rather run on, and beside which other pods. */
public final class AffinityRules {
    private static final int MOST_WEIGHT = 100;
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String NODE_NAME = "metadata.name";

    private AffinityRules() {}

    static void check(FieldValue affinity, Findings found) {
        nodes(affinity.field("nodeAffinity"), found);
        for (var name : List.of("podAffinity", "podAntiAffinity")) pods(affinity.field(name), found);
    }

    private static void nodes(FieldValue affinity, Findings found) {
        var required = affinity.field(REQUIRED);
        if (required.isGiven()) nodeSelector(required, found);
        for (var preferred : affinity.field(PREFERRED).items()) {
            weight(preferred.field("weight"), found);
            nodeTerm(preferred.field("preference"), false, found);
        }
    }

    /** Nodes of which one term must hold. */
    public static void nodeSelector(FieldValue selector, Findings found) {
        var terms = selector.field("nodeSelectorTerms");
        if (terms.isEmpty()) found.required(terms, "must have at least one node selector term");
        for (var term : terms.items()) nodeTerm(term, true, found);
    }

    private static void weight(FieldValue weight, Findings found) {
        if (weight.number() <= 0 || weight.number() > MOST_WEIGHT) {
            found.invalidNumber(weight, "must be in the range 1-100");
        }
    }

    /** @param mustHold whether values that no label can have are refused; those of a preference are let pass */
    private static void nodeTerm(FieldValue term, boolean mustHold, Findings found) {
        for (var requirement : term.field("matchExpressions").items()) {
            nodeLabel(requirement, found);
            if (mustHold && requirement.field("operator").text().endsWith("In")) {
                for (var value : requirement.field("values").items()) {
                    found.misspelled(value, LabelSyntax.labelValue(value.text()));
                }
            }
        }
        for (var requirement : term.field("matchFields").items()) nodeField(requirement, found);
    }

    private static void nodeLabel(FieldValue requirement, Findings found) {
        var values = requirement.field("values");
        switch (requirement.field("operator").text()) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) found.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    found.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.node().size() != 1) {
                    found.required(values, "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> found.invalid(requirement.field("operator"), "not a valid selector operator");
        }
        NameRules.qualifiedName(requirement.field("key"), found);
    }

    private static void nodeField(FieldValue requirement, Findings found) {
        var values = requirement.field("values");
        switch (requirement.field("operator").text()) {
            case "In", "NotIn" -> {
                if (values.node().size() != 1) {
                    found.required(
                            values,
                            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
                }
            }
            default -> found.invalid(requirement.field("operator"), "not a valid selector operator");
        }
        if (!requirement.field("key").text().equals(NODE_NAME)) {
            found.invalid(requirement.field("key"), "not a valid field selector key");
            return;
        }
        for (var value : values.items()) NameRules.subdomain(value, found);
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
