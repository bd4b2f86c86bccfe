package dev.plimsoll.kinds.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.OverheadRules;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.rules.field.CountRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** PodDisruptionBudgets, PriorityClasses, RuntimeClasses and Leases. */
public final class PolicyRules {
    private static final List<String> EVICTION_POLICIES = List.of("AlwaysAllow", "IfHealthyBudget");
    private static final List<String> PREEMPTION_POLICIES = List.of("PreemptLowerPriority", "Never");
    private static final long HIGHEST_PRIORITY = 1_000_000_000;

    private static final List<String> TOLERATION_OPERATORS = List.of("Equal", "Exists");
    private static final List<String> TAINT_EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private PolicyRules() {}

    public static void disruptionBudget(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var least = spec.field("minAvailable");
        var most = spec.field("maxUnavailable");
        var policy = spec.field("unhealthyPodEvictionPolicy");
        if (least.isGiven() && most.isGiven()) {
            found.invalidShown(
                    spec,
                    "{\"MinAvailable\":" + least.json() + ",\"Selector\":"
                            + spec.field("selector").json()
                            + ",\"MaxUnavailable\":" + most.json() + ",\"UnhealthyPodEvictionPolicy\":" + policy.json()
                            + "}",
                    "minAvailable and maxUnavailable cannot be both set");
        }
        for (var count : List.of(least, most)) {
            CountRules.notNegativeOrPercentage(count, found);
            CountRules.notMoreThanAll(count, found);
        }
        LabelSelectorRules.check(spec.field("selector"), found);
        found.oneOfIfGiven(policy, EVICTION_POLICIES);
    }

    /** Names that begin with {@code system-} are for the server's own classes. */
    public static void priorityClass(FieldValue object, Findings found) {
        var value = object.field("value");
        var isOfSystem = object.field("metadata").field("name").text().startsWith("system-");
        if (!isOfSystem && value.number() > HIGHEST_PRIORITY) {
            found.forbidden(value, "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY);
        }
        found.oneOfIfGiven(object.field("preemptionPolicy"), PREEMPTION_POLICIES);
    }

    public static void runtimeClass(FieldValue object, Findings found) {
        found.addAll(OverheadRules.check(amounts(object.field("overhead").field("podFixed"))));
        var scheduling = object.field("scheduling");
        if (scheduling.field("nodeSelector").isGiven()) {
            LabelSelectorRules.labels(scheduling.field("nodeSelector"), found);
        }
        var seen = new HashSet<JsonNode>();
        for (var toleration : scheduling.field("tolerations").items()) {
            toleration(toleration, found);
            if (!seen.add(toleration.node())) found.duplicateShown(toleration, shown(toleration));
        }
        NameRules.requiredShortName(object.field("handler"), found);
    }

    private static ResourceAmounts amounts(FieldValue list) {
        var amounts = new TreeMap<ResourceName, Quantity>();
        for (var entry : list.node().properties()) {
            if (Quantity.parse(entry.getValue().asText()) instanceof ParsedQuantity.Parsed(var amount)) {
                amounts.put(ResourceName.of(entry.getKey()), amount);
            }
        }
        return ResourceAmounts.of(amounts);
    }

    /** As messages show it: with the names that its fields have in Go. */
    private static String shown(FieldValue toleration) {
        var texts = new StringBuilder("{");
        for (var name : List.of("Key", "Operator", "Value", "Effect")) {
            var field = toleration.field(name.toLowerCase(Locale.ROOT));
            texts.append('"')
                    .append(name)
                    .append("\":")
                    .append(FieldError.quoted(field.text()))
                    .append(',');
        }
        return texts.append("\"TolerationSeconds\":")
                .append(toleration.field("tolerationSeconds").json())
                .append('}')
                .toString();
    }

    private static void toleration(FieldValue toleration, Findings found) {
        var key = toleration.field("key");
        var operator = toleration.field("operator");
        var value = toleration.field("value");
        var effect = toleration.field("effect");
        NameRules.qualifiedNameIfGiven(key, found);
        if (key.isEmpty() && !operator.text().equals("Exists")) {
            found.invalid(
                    operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.field("tolerationSeconds").isGiven() && !effect.text().equals("NoExecute")) {
            found.invalid(effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        switch (operator.text()) {
            case "", "Equal" -> found.misspelled(value, LabelSyntax.labelValue(value.text()));
            case "Exists" -> {
                if (!value.isEmpty()) {
                    found.add(FieldError.invalid(
                            operator.toString(), value.text(), "value must be empty when `operator` is 'Exists'"));
                }
            }
            default -> found.notSupported(operator, TOLERATION_OPERATORS);
        }
        if (!effect.isEmpty()) found.oneOf(effect, TAINT_EFFECTS);
    }

    public static void lease(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var seconds = spec.field("leaseDurationSeconds");
        if (seconds.isGiven() && seconds.number() <= 0) found.invalidNumber(seconds, "must be greater than 0");
        found.notNegative(spec.field("leaseTransitions"));
    }
}
