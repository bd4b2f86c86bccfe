package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Result;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Scope;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/** Policies that are written as expressions, and their bindings. */
public final class AdmissionPolicyRules {
    private static final List<String> OPERATIONS = List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
    private static final List<String> MUTABLE = List.of("*", "CONNECT", "CREATE", "UPDATE");
    private static final List<String> FAILURE_POLICIES = List.of("Fail", "Ignore");
    private static final List<String> MATCH_POLICIES = List.of("Equivalent", "Exact");
    private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");
    private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");
    private static final List<String> PATCH_TYPES = List.of("ApplyConfiguration", "JSONPatch");
    private static final List<String> REINVOCATIONS = List.of("IfNeeded", "Never");
    private static final List<String> NOT_FOUND_ACTIONS = List.of("Deny", "Allow");

    private static final List<String> REASONS = List.of("Forbidden", "Invalid", "RequestEntityTooLarge");

    private static final int MOST_CONDITIONS = 64;
    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");

    private AdmissionPolicyRules() {}

    public static void validating(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var compiler =
                new AdmissionCompiler(spec.field("paramKind").isGiven() ? Scope.POLICY_WITH_PARAMS : Scope.POLICY);
        policy(spec, OPERATIONS, compiler, found);
        var validations = spec.field("validations");
        var annotations = spec.field("auditAnnotations");
        if (validations.isEmpty() && annotations.isEmpty()) {
            var detail = "validations or auditAnnotations must contain at least one item";
            found.required(validations, detail);
            found.required(annotations, detail);
        }
        for (var validation : validations.items()) {
            var expression = validation.field("expression");
            if (expression.text().isBlank()) found.required(expression, "expression is not specified");
            else compile(expression, Result.BOOL, compiler, found);
            if (!validation.field("reason").isEmpty()) found.oneOf(validation.field("reason"), REASONS);
            var message = validation.field("messageExpression");
            if (!message.isEmpty()) compile(message, Result.STRING, compiler, found);
        }
        for (var annotation : annotations.items()) {
            var key = object.field("metadata").field("name").text() + "/"
                    + annotation.field("key").text();
            for (var problem : LabelSyntax.qualifiedName(key)) {
                found.invalidShown(annotation.field("key"), FieldError.quoted(key), problem);
            }
            if (annotation.field("valueExpression").text().isBlank()) {
                found.required(annotation.field("valueExpression"), "valueExpression is not specified");
            } else {
                compile(annotation.field("valueExpression"), Result.STRING_OR_NULL, compiler, found);
            }
        }
    }

    public static void mutating(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var compiler =
                new AdmissionCompiler(spec.field("paramKind").isGiven() ? Scope.MUTATION_WITH_PARAMS : Scope.MUTATION);
        policy(spec, MUTABLE, compiler, found);
        var mutations = spec.field("mutations");
        if (mutations.isEmpty()) found.required(mutations, "mutations must contain at least one item");
        for (var mutation : mutations.items()) mutation(mutation, compiler, found);
        found.requiredOneOf(spec.field("reinvocationPolicy"), REINVOCATIONS);
    }

    private static void mutation(FieldValue mutation, AdmissionCompiler compiler, Findings found) {
        var type = mutation.field("patchType");
        var apply = mutation.field("applyConfiguration");
        var patch = mutation.field("jsonPatch");
        switch (type.text()) {
            case "ApplyConfiguration" -> chosen(apply, patch, type.text(), Result.OBJECT, compiler, found);
            case "JSONPatch" -> chosen(patch, apply, type.text(), Result.PATCHES, compiler, found);
            case "" -> found.required(type);
            default -> found.notSupported(type, PATCH_TYPES);
        }
    }

    private static void chosen(
            FieldValue chosen,
            FieldValue other,
            String type,
            Result wanted,
            AdmissionCompiler compiler,
            Findings found) {
        if (!chosen.isGiven()) {
            found.required(chosen, "must be specified when patchType is " + type);
        } else {
            expression(chosen.field("expression"), wanted, compiler, found);
        }
        if (other.isGiven())
            found.invalidShown(other, "\"{" + other.step() + "}\"", "must not be specified when patchType is " + type);
    }

    private static void expression(FieldValue at, Result wanted, AdmissionCompiler compiler, Findings found) {
        if (at.text().isBlank()) found.required(at);
        else compile(at, wanted, compiler, found);
    }

    private static void compile(FieldValue at, Result wanted, AdmissionCompiler compiler, Findings found) {
        if (compiler.compile(at.text(), wanted) instanceof Compiled.Broken(var why)) found.invalid(at, why);
    }

    private static void variable(FieldValue variable, AdmissionCompiler compiler, Findings found) {
        var name = variable.field("name");
        var at = variable.field("expression");
        if (name.isEmpty()) found.required(name, "name is not specified");
        else if (!IDENTIFIER.matcher(name.text()).matches()) found.invalid(name, "name is not a valid CEL identifier");
        if (at.text().isBlank()) found.required(at, "expression is not specified");
        else if (compiler.variable(name.text(), at.text()) instanceof Compiled.Broken(var why)) found.invalid(at, why);
    }

    /** Conditions of a policy or a webhook. */
    public static void conditions(FieldValue conditions, AdmissionCompiler compiler, Findings found) {
        if (conditions.node().size() > MOST_CONDITIONS) found.tooMany(conditions, MOST_CONDITIONS);
        var names = new HashSet<String>();
        for (var condition : conditions.items()) {
            expression(condition.field("expression"), Result.BOOL, compiler, found);
            if (condition.field("name").isEmpty()) found.required(condition.field("name"));
            else NameRules.qualifiedName(condition.field("name"), found);
            if (!condition.field("name").isEmpty()
                    && !names.add(condition.field("name").text())) found.duplicate(condition.field("name"));
        }
    }

    private static void policy(FieldValue spec, List<String> operations, AdmissionCompiler compiler, Findings found) {
        found.requiredOneOf(spec.field("failurePolicy"), FAILURE_POLICIES);
        var kind = spec.field("paramKind");
        if (kind.isGiven()) {
            if (kind.field("apiVersion").isEmpty()) found.required(kind.field("apiVersion"));
            if (kind.field("kind").isEmpty()) found.required(kind.field("kind"));
        }
        var constraints = spec.field("matchConstraints");
        if (!constraints.isGiven()) {
            found.required(constraints);
        } else {
            if (constraints.field("resourceRules").isEmpty()) found.required(constraints.field("resourceRules"));
            matches(constraints, found);
            if (!operations.equals(OPERATIONS)) supported(constraints.field("resourceRules"), operations, found);
        }
        conditions(spec.field("matchConditions"), compiler, found);
        for (var variable : spec.field("variables").items()) variable(variable, compiler, found);
    }

    /** Operations for which policies of this kind are not asked. Messages do not tell whose they are. */
    private static void supported(FieldValue rules, List<String> operations, Findings found) {
        for (var rule : rules.items()) {
            var seen = new HashSet<String>();
            for (var operation : rule.field("operations").items()) {
                if (operations.contains(operation.text()) || !seen.add(operation.text())) continue;
                found.notSupported(FieldValue.at(rules + ".operations", operation.node()), operations);
            }
        }
    }

    private static void matches(FieldValue resources, Findings found) {
        found.oneOfIfGiven(resources.field("matchPolicy"), MATCH_POLICIES);
        LabelSelectorRules.check(resources.field("namespaceSelector"), found);
        LabelSelectorRules.check(resources.field("objectSelector"), found);
        for (var rules : List.of("resourceRules", "excludeResourceRules")) {
            for (var rule : resources.field(rules).items()) rule(rule, found);
        }
    }

    private static void rule(FieldValue rule, Findings found) {
        if (rule.field("operations").isEmpty()) found.required(rule.field("operations"));
        for (var operation : rule.field("operations").items()) found.oneOf(operation, OPERATIONS);
        for (var field : List.of("apiGroups", "apiVersions")) {
            if (rule.field(field).isEmpty()) found.required(rule.field(field));
        }
        for (var version : rule.field("apiVersions").items()) if (version.isEmpty()) found.required(version);
        if (rule.field("resources").isEmpty()) found.required(rule.field("resources"));
        for (var resource : rule.field("resources").items()) if (resource.isEmpty()) found.required(resource);
        alone(rule.field("operations"), "operations", found);
        alone(rule.field("apiGroups"), "API groups", found);
        alone(rule.field("apiVersions"), "API versions", found);
        found.oneOfIfGiven(rule.field("scope"), SCOPES);
        var names = new HashSet<String>();
        for (var name : rule.field("resourceNames").items()) if (!names.add(name.text())) found.duplicate(name);
    }

    /** A star stands for all and therefore alone. */
    private static void alone(FieldValue values, String things, Findings found) {
        if (values.node().size() < 2) return;
        if (values.items().stream().anyMatch(value -> value.text().equals("*"))) {
            found.invalidJson(values, "if '*' is present, must not specify other " + things);
        }
    }

    public static void validatingBinding(FieldValue object, Findings found) {
        var policy = object.field("spec").field("policyName");
        var actions = object.field("spec").field("validationActions");
        if (!policy.isEmpty()) NameRules.subdomain(policy, found);
        binding(object, found);
        if (!actions.isEmpty()) actions(actions, found);
        if (policy.isEmpty()) found.required(policy);
        if (actions.isEmpty()) found.required(actions);
    }

    private static void actions(FieldValue actions, Findings found) {
        var seen = new HashSet<String>();
        for (var action : actions.items()) {
            found.oneOf(action, ACTIONS);
            if (!seen.add(action.text())) found.duplicate(action);
        }
        if (seen.contains("Deny") && seen.contains("Warn")) {
            found.invalidJson(
                    actions,
                    "must not contain both Deny and Warn (repeating the same validation failure information in the API"
                            + " response and headers serves no purpose)");
        }
    }

    public static void mutatingBinding(FieldValue object, Findings found) {
        NameRules.requiredSubdomain(object.field("spec").field("policyName"), found);
        binding(object, found);
        supported(object.field("spec").field("matchResources").field("resourceRules"), MUTABLE, found);
    }

    private static void binding(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var reference = spec.field("paramRef");
        if (reference.isGiven()) paramRef(reference, found);
        if (spec.field("matchResources").isGiven()) matches(spec.field("matchResources"), found);
    }

    private static void paramRef(FieldValue reference, Findings found) {
        var name = reference.field("name");
        var selector = reference.field("selector");
        if (!name.isEmpty()) {
            NameRules.pathSegment(name, found);
            if (selector.isGiven()) found.forbidden(name, "name and selector are mutually exclusive");
        }
        if (selector.isGiven()) LabelSelectorRules.check(selector, found);
        if (selector.isGiven() && !name.isEmpty()) {
            found.forbidden(selector, "name and selector are mutually exclusive");
        }
        if (name.isEmpty() && !selector.isGiven()) {
            found.required(reference, "one of name or selector must be specified");
        }
        found.requiredOneOf(reference.field("parameterNotFoundAction"), NOT_FOUND_ACTIONS);
    }
}
