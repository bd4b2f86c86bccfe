package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules for the scopes of a ResourceQuota. Plain scopes are shown all together and complained of once; those of the selector one by
 * one.
 */
final class QuotaScopeRules {
    private static final String PLAIN = "spec.scopes";
    private static final String SELECTOR = "spec.scopeSelector.matchExpressions";
    private static final String UNCOVERED = "unsupported scope applied to resource";
    private static final Set<String> OF_PODS =
            Set.of("pods", "cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");
    private static final Set<String> OF_CLAIMS = Set.of("requests.storage", "persistentvolumeclaims");
    /** What a quota with a scope can bound. */
    private static final Map<String, Set<String>> COVERED = Map.of(
            "BestEffort", Set.of("pods"),
            "NotBestEffort", OF_PODS,
            "Terminating", OF_PODS,
            "NotTerminating", OF_PODS,
            "PriorityClass", OF_PODS,
            "CrossNamespacePodAffinity", OF_PODS,
            "VolumeAttributesClass", OF_CLAIMS);
    /** Scopes that are about the values of a field; of the others one can only say that they hold. */
    private static final Set<String> WITH_VALUES = Set.of("PriorityClass", "VolumeAttributesClass");

    private static final List<Set<String>> CONFLICTING =
            List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"));

    private final ResourceQuota quota;
    private final List<ScopeRequirement> plain;
    private final List<ScopeRequirement> selector;

    private QuotaScopeRules(ResourceQuota quota) {
        this.quota = quota;
        this.plain = quota.scopes().stream().filter(ScopeRequirement::isPlain).toList();
        this.selector =
                quota.scopes().stream().filter(scope -> !scope.isPlain()).toList();
    }

    static void check(ResourceQuota quota, List<FieldError> errors) {
        var rules = new QuotaScopeRules(quota);
        var found = new LinkedHashSet<FieldError>();
        rules.checkPlain(found);
        rules.checkSelector(found);
        errors.addAll(found);
    }

    private void checkPlain(Set<FieldError> found) {
        var shown = list(plain.stream().map(ScopeRequirement::scopeName).toList());
        for (var scope : plain) {
            if (!isKnown(scope)) found.add(invalid(PLAIN, shown, "unsupported scope"));
            if (!coversAll(scope)) found.add(invalid(PLAIN, shown, UNCOVERED));
        }
        if (isConflicting(plain)) found.add(invalid(PLAIN, shown, "conflicting scopes"));
    }

    private void checkSelector(Set<FieldError> found) {
        for (var scope : selector) {
            if (!isKnown(scope)) {
                found.add(FieldError.invalid(SELECTOR + ".scopeName", scope.scopeName(), "unsupported scope"));
            }
            if (!coversAll(scope)) found.add(invalid(SELECTOR, shownSelector(), UNCOVERED));
            checkOperator(scope, found);
        }
        // The message shows the plain scopes, not those that contradict each other.
        var shown = plain.isEmpty()
                ? "null"
                : list(plain.stream().map(ScopeRequirement::scopeName).toList());
        if (isConflicting(selector)) found.add(invalid(SELECTOR, shown, "conflicting scopes"));
    }

    private static void checkOperator(ScopeRequirement scope, Set<FieldError> found) {
        var at = SELECTOR + ".operator";
        var saysOnlyThatItHolds = isKnown(scope) && !WITH_VALUES.contains(scope.scopeName());
        if (saysOnlyThatItHolds && !scope.operator().equals("Exists")) {
            found.add(
                    FieldError.invalid(
                            at,
                            scope.operator(),
                            "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"));
        }
        switch (scope.operator()) {
            case "In", "NotIn" -> {
                if (!scope.values().isEmpty()) return;
                found.add(FieldError.required(
                        SELECTOR + ".values",
                        "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"));
            }
            case "Exists", "DoesNotExist" -> {
                if (scope.values().isEmpty()) return;
                found.add(invalid(
                        SELECTOR + ".values",
                        list(scope.values()),
                        "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"));
            }
            default -> found.add(FieldError.invalid(at, scope.operator(), "not a valid selector operator"));
        }
    }

    private static boolean isKnown(ScopeRequirement scope) {
        return COVERED.containsKey(scope.scopeName());
    }

    /** Whether everything that is bounded can be bounded for this scope. */
    private boolean coversAll(ScopeRequirement scope) {
        var covered = COVERED.get(scope.scopeName());
        if (covered == null) return true; // already reported
        return quota.hard().names().stream()
                .map(ResourceName::text)
                .allMatch(name -> name.indexOf('/') >= 0 || covered.contains(name));
    }

    private static boolean isConflicting(List<ScopeRequirement> scopes) {
        var names = scopes.stream().map(ScopeRequirement::scopeName).collect(Collectors.toSet());
        return CONFLICTING.stream().anyMatch(names::containsAll);
    }

    /** As messages show it: with the names that its fields have in Go. */
    private String shownSelector() {
        var shown = new ArrayList<String>();
        for (var scope : selector) {
            shown.add("{\"ScopeName\":" + FieldError.quoted(scope.scopeName()) + ",\"Operator\":"
                    + FieldError.quoted(scope.operator()) + ",\"Values\":"
                    + (scope.values().isEmpty() ? "null" : list(scope.values())) + "}");
        }
        return "{\"MatchExpressions\":[" + String.join(",", shown) + "]}";
    }

    private static String list(List<String> texts) {
        return texts.stream().map(FieldError::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    private static FieldError invalid(String at, String shown, String detail) {
        return new FieldError(FieldError.Type.INVALID, at, shown, detail);
    }
}
