package dev.plimsoll.kinds.rules.workload;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.CountRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.Selectors;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import java.util.List;

/** Deployments, ReplicaSets, DaemonSets, ReplicationControllers, PodTemplates and ControllerRevisions. */
public final class WorkloadRules {
    private static final String ROLLING = "RollingUpdate";

    private final PodTemplateRules templates;

    public WorkloadRules(PodTemplateRules templates) {
        this.templates = templates;
    }

    public void deployment(FieldValue object, Findings found) {
        var spec = object.field("spec");
        found.notNegative(spec.field("replicas"));
        selected(spec, found);
        strategy(spec.field("strategy"), found);
        found.notNegative(spec.field("minReadySeconds"));
        found.notNegative(spec.field("revisionHistoryLimit"));
        var deadline = spec.field("progressDeadlineSeconds");
        if (!deadline.isGiven()) return;
        found.notNegative(deadline);
        if (deadline.number() <= spec.field("minReadySeconds").number()) {
            found.invalidNumber(deadline, "must be greater than minReadySeconds");
        }
    }

    public void replicaSet(FieldValue object, Findings found) {
        var spec = object.field("spec");
        found.notNegative(spec.field("replicas"));
        found.notNegative(spec.field("minReadySeconds"));
        selected(spec, found);
    }

    private void selected(FieldValue spec, Findings found) {
        if (PodTemplateRules.isSelected(spec, "deployment", "invalid label selector", found))
            templates.checkLasting(spec.field("template"), "ReplicaSet", found);
    }

    private static void strategy(FieldValue strategy, Findings found) {
        var rolling = strategy.field("rollingUpdate");
        switch (strategy.field("type").text()) {
            case "Recreate" -> {
                if (rolling.isGiven()) {
                    found.forbidden(rolling, "may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case ROLLING -> rolling(rolling, found);
            default -> found.notSupportedShown(strategy, shown(strategy), List.of("Recreate", ROLLING));
        }
    }

    private static void rolling(FieldValue rolling, Findings found) {
        var unavailable = rolling.field("maxUnavailable");
        var surge = rolling.field("maxSurge");
        CountRules.notNegativeOrPercentage(unavailable, found);
        CountRules.notNegativeOrPercentage(surge, found);
        if (CountRules.isZero(unavailable) && CountRules.isZero(surge)) {
            found.invalidJson(unavailable, "may not be 0 when `maxSurge` is 0");
        }
        CountRules.notMoreThanAll(unavailable, found);
    }

    /** A strategy of an unknown type as messages show it: with the names that its fields have in Go. */
    private static String shown(FieldValue strategy) {
        var rolling = strategy.field("rollingUpdate");
        var inside = rolling.isGiven()
                ? "{\"MaxUnavailable\":" + CountRules.shown(rolling.field("maxUnavailable")) + ",\"MaxSurge\":"
                        + CountRules.shown(rolling.field("maxSurge")) + "}"
                : "null";
        return "{\"Type\":" + FieldError.quoted(strategy.field("type").text()) + ",\"RollingUpdate\":" + inside + "}";
    }

    public void daemonSet(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var selector = spec.field("selector");
        var template = spec.field("template");
        LabelSelectorRules.check(selector, found);
        if (LabelSelectorRules.isSound(selector)) PodTemplateRules.matches(selector, template, found);
        if (selector.isGiven() && Selectors.isEmpty(selector)) {
            found.invalidJson(selector, "empty selector is invalid for daemonset");
        }
        templates.checkLasting(template, "DaemonSet", found);
        found.notNegative(spec.field("minReadySeconds"));
        daemonStrategy(spec.field("updateStrategy"), found);
        found.notNegative(spec.field("revisionHistoryLimit"));
    }

    private static void daemonStrategy(FieldValue strategy, Findings found) {
        switch (strategy.field("type").text()) {
            case "OnDelete" -> {}
            case ROLLING -> {
                if (!strategy.field("rollingUpdate").isGiven()) found.required(strategy.field("rollingUpdate"));
                else daemonRolling(strategy.field("rollingUpdate"), found);
            }
            default -> found.notSupportedShown(strategy, shown(strategy), List.of(ROLLING, "OnDelete"));
        }
    }

    private static void daemonRolling(FieldValue rolling, Findings found) {
        var unavailable = rolling.field("maxUnavailable");
        var surge = rolling.field("maxSurge");
        for (var count : List.of(unavailable, surge)) {
            CountRules.notNegativeOrPercentage(count, found);
            CountRules.notMoreThanAll(count, found);
        }
        if (CountRules.isZero(unavailable) && CountRules.isZero(surge)) {
            found.required(unavailable, "cannot be 0 when maxSurge is 0");
        } else if (!CountRules.isZero(unavailable) && !CountRules.isZero(surge)) {
            found.invalidJson(surge, "may not be set when maxUnavailable is non-zero");
        }
    }

    public void replicationController(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var selector = spec.field("selector");
        var template = spec.field("template");
        if (selector.isEmpty()) found.required(selector);
        if (!template.isGiven()) {
            found.required(template);
        } else {
            if (!selector.isEmpty()) matchesAll(selector, template, found);
            templates.checkLasting(template, "ReplicationController", found);
        }
    }

    /** What is told of a ReplicationController after its name. */
    public static void counts(FieldValue object, Findings found) {
        found.notNegative(object.field("spec").field("replicas"));
        found.notNegative(object.field("spec").field("minReadySeconds"));
    }

    private static void matchesAll(FieldValue wanted, FieldValue template, Findings found) {
        var labels = template.field("metadata").field("labels");
        for (var each : wanted.node().properties()) {
            if (each.getValue().equals(labels.node().get(each.getKey()))) continue;
            found.invalidJson(labels, "`selector` does not match template `labels`");
            return;
        }
    }

    public void podTemplate(FieldValue object, Findings found) {
        templates.check(object.field("template"), found);
    }

    public static void controllerRevision(FieldValue object, Findings found) {
        var data = object.field("data");
        found.notNegative(object.field("revision"));
        if (!data.isGiven()) found.required(data, "data is mandatory");
        else if (!data.node().isObject()) found.required(data, "data must be a valid JSON object");
    }
}
