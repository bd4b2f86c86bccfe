package dev.plimsoll.kinds.rules.field;

import dev.plimsoll.core.validation.syntax.LabelSyntax;

/** Which nodes are meant: of the terms of a selector one must hold. */
public final class NodeSelectorRules {
    private static final String NODE_NAME = "metadata.name";

    private NodeSelectorRules() {}

    public static void check(FieldValue selector, Findings found) {
        var terms = selector.field("nodeSelectorTerms");
        if (terms.isEmpty()) found.required(terms, "must have at least one node selector term");
        for (var term : terms.items()) term(term, true, found);
    }

    /**
     * One term.
     *
     * @param mustHold whether values that no label can have are refused; those of a preference are let pass
     */
    public static void term(FieldValue term, boolean mustHold, Findings found) {
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
}
