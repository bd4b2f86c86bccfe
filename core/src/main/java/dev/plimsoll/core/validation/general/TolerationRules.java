package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.util.List;

/** The taints that a pod puts up with. */
final class TolerationRules {
    private static final String EXISTS = "Exists";
    private static final List<String> OPERATORS = List.of("Equal", EXISTS);
    private static final List<String> OPERATORS_WITH_COMPARISONS = List.of("Equal", EXISTS, "Lt", "Gt");
    private static final String NO_EXECUTE = "NoExecute";
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", NO_EXECUTE);

    private TolerationRules() {}

    static void check(List<Toleration> tolerations, FieldPath path, FieldErrors found) {
        for (var i = 0; i < tolerations.size(); i++) check(tolerations.get(i), path.index(i), found);
    }

    private static void check(Toleration toleration, FieldPath at, FieldErrors found) {
        var key = toleration.key();
        var effect = toleration.effect();
        if (!key.isEmpty()) {
            found.misspelled(at.child("key"), key, LabelSyntax.qualifiedName(key));
        } else if (!toleration.operator().equals(EXISTS)) {
            found.invalid(
                    at.child("operator"),
                    toleration.operator(),
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.tolerationSeconds() != PodPlacement.UNSET && !effect.equals(NO_EXECUTE)) {
            found.invalid(at.child("effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        value(toleration, at.child("operator"), found);
        if (!effect.isEmpty() && !EFFECTS.contains(effect)) found.notSupported(at.child("effect"), effect, EFFECTS);
    }

    /** Wrong values are reported at the operator. Comparisons are known, but off (TaintTolerationComparisonOperators). */
    private static void value(Toleration toleration, FieldPath at, FieldErrors found) {
        var value = toleration.value();
        switch (toleration.operator()) {
            case "", "Equal" -> {
                var messages = LabelSyntax.labelValue(value);
                if (!messages.isEmpty()) found.invalid(at, value, String.join(";", messages));
            }
            case EXISTS -> {
                if (!value.isEmpty()) found.invalid(at, value, "value must be empty when `operator` is 'Exists'");
            }
            case "Lt", "Gt" -> found.notSupported(at, toleration.operator(), OPERATORS_WITH_COMPARISONS);
            default -> found.notSupported(at, toleration.operator(), OPERATORS);
        }
    }
}
