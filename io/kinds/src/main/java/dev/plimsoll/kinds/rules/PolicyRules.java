package dev.plimsoll.kinds.rules;

import dev.plimsoll.kinds.rules.field.CountRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** PodDisruptionBudgets, PriorityClasses, RuntimeClasses and Leases. */
public final class PolicyRules {
    private static final List<String> EVICTION_POLICIES = List.of("AlwaysAllow", "IfHealthyBudget");
    private static final List<String> PREEMPTION_POLICIES = List.of("Never", "PreemptLowerPriority");
    private static final long HIGHEST_PRIORITY = 1_000_000_000;

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
        NameRules.requiredShortName(object.field("handler"), found);
    }

    public static void lease(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var seconds = spec.field("leaseDurationSeconds");
        if (seconds.isGiven() && seconds.number() <= 0) found.invalidNumber(seconds, "must be greater than 0");
        found.notNegative(spec.field("leaseTransitions"));
    }
}
