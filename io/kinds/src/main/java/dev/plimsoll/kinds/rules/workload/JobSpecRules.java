package dev.plimsoll.kinds.rules.workload;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import dev.plimsoll.kinds.rules.field.Selectors;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import java.util.HashSet;
import java.util.List;

/** Jobs, and the templates of jobs in CronJobs. */
public final class JobSpecRules {
    private static final String INDEXED = "Indexed";
    private static final List<String> MODES = List.of("NonIndexed", INDEXED);
    private static final List<String> ENDING = List.of("OnFailure", "Never");
    private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
    private static final List<String> OPERATORS = List.of("In", "NotIn");
    private static final List<String> REPLACEMENTS = List.of("Failed", "TerminatingOrFailed");
    private static final List<String> STATUSES = List.of("False", "True", "Unknown");
    private static final int MOST_RULES = 20;
    private static final int MOST_VALUES = 255;
    private static final int LONGEST_MANAGER = 63;
    private static final int MANY_COMPLETIONS = 100_000;

    private final PodTemplateRules templates;

    public JobSpecRules(PodTemplateRules templates) {
        this.templates = templates;
    }

    public void check(FieldValue object, Findings found) {
        var spec = object.field("spec");
        generated(spec, found);
        spec(spec, found);
        selector(spec, found);
        var completions = spec.field("completions");
        if (!spec.field("completionMode").text().equals(INDEXED) || completions.number() <= 0) return;
        var name = object.field("metadata").field("name");
        var last = name.text() + "-" + (completions.number() - 1);
        if (!DnsSyntax.label(last).isEmpty()) {
            found.invalid(name, "will not able to create pod with invalid DNS label: " + last);
        }
    }

    /** A job finds its pods by labels that it gives them itself; who says otherwise has to say so in full. */
    private static void generated(FieldValue spec, Findings found) {
        var selector = spec.field("selector");
        if (!selector.isGiven() || spec.field("manualSelector").isTrue()) return;
        if (selector.field("matchLabels").node().size() != 1)
            found.invalidJson(selector, "`selector` not auto-generated");
    }

    private static void selector(FieldValue spec, Findings found) {
        var selector = spec.field("selector");
        var labels = spec.field("template").field("metadata").field("labels");
        if (selector.isGiven()) LabelSelectorRules.check(selector, found);
        else found.required(selector);
        if (!Selectors.matches(selector, labels) && (!selector.isGiven() || LabelSelectorRules.isSound(selector))) {
            found.invalidShown(labels, labels.sortedJson(), "`selector` does not match template `labels`");
        }
    }

    /** The template of a CronJob leaves the selector to the jobs. */
    public void template(FieldValue spec, Findings found) {
        spec(spec, found);
        var manual = spec.field("manualSelector");
        if (manual.isTrue()) found.notSupportedShown(manual, "true", List.of("nil", "false"));
        var selector = spec.field("selector");
        if (selector.isGiven()) found.invalidJson(selector, "`selector` will be auto-generated");
    }

    /** What holds of a job and of what a CronJob makes jobs from. */
    private void spec(FieldValue spec, Findings found) {
        for (var field : List.of(
                "parallelism",
                "completions",
                "activeDeadlineSeconds",
                "backoffLimit",
                "ttlSecondsAfterFinished",
                "backoffLimitPerIndex",
                "maxFailedIndexes")) {
            found.notNegative(spec.field(field));
        }
        completion(spec, found);
        var template = spec.field("template");
        if (spec.field("podFailurePolicy").isGiven()) failurePolicy(spec, found);
        managedBy(spec.field("managedBy"), found);
        if (spec.field("successPolicy").isGiven()) SuccessPolicyRules.check(spec, found);
        found.oneOfIfGiven(
                spec.field("podReplacementPolicy"),
                spec.field("podFailurePolicy").isGiven() ? REPLACEMENTS.subList(0, 1) : REPLACEMENTS);
        templates.check(template, found);
        restarts(spec, template.field("spec").field("restartPolicy"), found);
    }

    private static void completion(FieldValue spec, Findings found) {
        var mode = spec.field("completionMode");
        if (mode.isGiven()) found.oneOf(mode, MODES);
        var isIndexed = mode.text().equals(INDEXED);
        if (isIndexed && !spec.field("completions").isGiven()) {
            found.required(spec.field("completions"), "when completion mode is Indexed");
        }
        failedIndexes(spec, found);
        if (isIndexed) return;
        for (var field : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
            if (spec.field(field).isGiven()) {
                found.invalidNumber(spec.field(field), "requires indexed completion mode");
            }
        }
    }

    /** Another controller than the built-in one, by the domain of who writes it. */
    private static void managedBy(FieldValue name, Findings found) {
        if (!name.isGiven()) return;
        var slash = name.text().indexOf('/');
        if (name.isEmpty()) {
            found.required(name);
        } else if (slash <= 0 || slash == name.text().length() - 1) {
            found.invalid(name, "must be a domain-prefixed path (such as \"acme.io/foo\")");
        } else {
            var domain = name.text().substring(0, slash);
            for (var problem : DnsSyntax.subdomain(domain)) {
                found.invalidShown(name, FieldError.quoted(domain), problem);
            }
        }
        if (name.text().length() > LONGEST_MANAGER) found.tooLong(name, LONGEST_MANAGER);
    }

    /** How many indexes may fail before the job does. */
    private static void failedIndexes(FieldValue spec, Findings found) {
        var perIndex = spec.field("backoffLimitPerIndex").isGiven();
        var most = spec.field("maxFailedIndexes");
        var completions = spec.field("completions").number();
        if (most.isGiven() && !perIndex) {
            found.required(spec.field("backoffLimitPerIndex"), "when maxFailedIndexes is specified");
        }
        var isIndexed = spec.field("completionMode").text().equals(INDEXED);
        if (isIndexed && most.isGiven() && spec.field("completions").isGiven() && most.number() > completions) {
            found.invalidNumber(most, "must be less than or equal to completions");
        }
        if (isIndexed && perIndex && !most.isGiven() && completions > MANY_COMPLETIONS) {
            found.required(most, "must be specified when completions is above " + MANY_COMPLETIONS);
        }
    }

    /** A job whose containers started again for ever would never end. */
    private static void restarts(FieldValue spec, FieldValue policy, Findings found) {
        if (policy.isEmpty() || policy.text().equals("Always")) {
            found.required(policy, "valid values: \"OnFailure\", \"Never\"");
        } else if (!ENDING.contains(policy.text())) {
            found.notSupported(policy, ENDING);
        } else if (spec.field("podFailurePolicy").isGiven() && !policy.text().equals("Never")) {
            found.invalid(policy, "only \"Never\" is supported when podFailurePolicy is specified");
        }
    }

    private static void failurePolicy(FieldValue spec, Findings found) {
        var rules = spec.field("podFailurePolicy").field("rules");
        if (rules.node().size() > MOST_RULES) {
            found.tooMany(rules, MOST_RULES);
            return;
        }
        for (var rule : rules.items()) rule(spec, rule, found);
    }

    private static void rule(FieldValue spec, FieldValue rule, Findings found) {
        var action = rule.field("action");
        if (action.isEmpty()) {
            found.required(action, "valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
        } else if (action.text().equals("FailIndex")
                && !spec.field("backoffLimitPerIndex").isGiven()) {
            found.invalid(action, "requires the backoffLimitPerIndex to be set");
        } else {
            found.oneOf(action, ACTIONS);
        }
        var codes = rule.field("onExitCodes");
        var conditions = rule.field("onPodConditions");
        if (codes.isGiven()) exitCodes(spec, codes, found);
        for (var condition : conditions.items()) {
            NameRules.qualifiedName(condition.field("type"), found);
            if (condition.field("status").isEmpty())
                found.required(condition.field("status"), "valid values: [\"False\" \"True\" \"Unknown\"]");
            else found.oneOf(condition.field("status"), STATUSES);
        }
        if (codes.isGiven() && !conditions.isEmpty()) {
            found.add(omitting(rule, "specifying both OnExitCodes and OnPodConditions is not supported"));
        } else if (!codes.isGiven() && conditions.isEmpty()) {
            found.add(omitting(rule, "specifying one of OnExitCodes and OnPodConditions is required"));
        }
    }

    /** An error that does not show the value. */
    private static FieldError omitting(FieldValue at, String detail) {
        return new FieldError(FieldError.Type.INVALID, at.toString(), detail, "");
    }

    private static void exitCodes(FieldValue spec, FieldValue codes, Findings found) {
        var operator = codes.field("operator");
        if (operator.isEmpty()) found.required(operator, "valid values: [\"In\" \"NotIn\"]");
        else found.oneOf(operator, OPERATORS);
        var container = codes.field("containerName");
        if (container.isGiven() && !isContainer(spec, container.text())) {
            found.invalid(container, "must be one of the container or initContainer names in the pod template");
        }
        var values = codes.field("values");
        if (values.isEmpty()) {
            found.invalidJson(values, "at least one value is required");
        } else if (values.node().size() > MOST_VALUES) {
            found.tooMany(values, MOST_VALUES);
        }
        var seen = new HashSet<Long>();
        var isOrdered = true;
        var before = Long.MIN_VALUE;
        for (var value : values.items()) {
            if (operator.text().equals("In") && value.number() == 0) {
                found.invalidNumber(value, "must not be 0 for the In operator");
            }
            if (!seen.add(value.number())) found.duplicateShown(value, Long.toString(value.number()));
            isOrdered &= before <= value.number();
            before = value.number();
        }
        if (!isOrdered) found.invalidJson(values, "must be ordered");
    }

    private static boolean isContainer(FieldValue spec, String name) {
        var pod = spec.field("template").field("spec");
        for (var list : List.of("containers", "initContainers")) {
            for (var container : pod.field(list).items()) {
                if (container.field("name").text().equals(name)) return true;
            }
        }
        return false;
    }
}
