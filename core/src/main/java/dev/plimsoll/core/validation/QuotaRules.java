package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules for a ResourceQuota object itself. */
public final class QuotaRules {
    private static final String BEST_EFFORT = "BestEffort";
    private static final Set<String> SCOPES = Set.of(
            "Terminating",
            "NotTerminating",
            BEST_EFFORT,
            "NotBestEffort",
            "PriorityClass",
            "CrossNamespacePodAffinity");
    private static final List<Set<String>> CONFLICTING =
            List.of(Set.of(BEST_EFFORT, "NotBestEffort"), Set.of("Terminating", "NotTerminating"));
    private static final Set<String> SCOPED_COMPUTE =
            Set.of("pods", "cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");
    private static final List<String> OPERATORS = List.of("DoesNotExist", "Exists", "In", "NotIn");

    private QuotaRules() {}

    public static List<FieldError> check(ResourceQuota quota) {
        var errors = new ArrayList<FieldError>();
        for (var name : quota.hard().names()) {
            var path = "spec.hard[" + name + "]";
            QuantityRules.check(name, quota.hard().amount(name), path, errors);
            ResourceNameRules.checkForQuota(name, path, errors);
        }
        checkScopes(quota, errors);
        return errors;
    }

    private static void checkScopes(ResourceQuota quota, List<FieldError> errors) {
        var names = quota.scopes().stream().map(ScopeRequirement::scopeName).collect(Collectors.toSet());
        for (var scope : quota.scopes()) {
            if (!SCOPES.contains(scope.scopeName())) {
                errors.add(FieldError.invalid("spec.scopes", scope.scopeName(), "unsupported scope"));
            }
            for (var name : quota.hard().names()) {
                if (isStandard(name) && !covers(scope.scopeName(), name)) {
                    errors.add(FieldError.invalid(
                            "spec.scopes", scope.scopeName(), "unsupported scope applied to resource"));
                }
            }
            checkOperator(scope, errors);
        }
        for (var pair : CONFLICTING) {
            if (names.containsAll(pair)) {
                errors.add(FieldError.invalid(
                        "spec.scopes", String.join(",", pair.stream().sorted().toList()), "conflicting scopes"));
            }
        }
    }

    private static boolean isStandard(ResourceName name) {
        return name.text().indexOf('/') < 0;
    }

    private static boolean covers(String scope, ResourceName name) {
        if (!SCOPES.contains(scope)) return true; // already reported
        return scope.equals(BEST_EFFORT) ? name.equals(ResourceName.PODS) : SCOPED_COMPUTE.contains(name.text());
    }

    private static void checkOperator(ScopeRequirement scope, List<FieldError> errors) {
        var path = "spec.scopeSelector.matchExpressions";
        if (!OPERATORS.contains(scope.operator())) {
            errors.add(FieldError.invalid(path + ".operator", scope.operator(), "not a valid selector operator"));
            return;
        }
        var wantsValues = scope.operator().equals("In") || scope.operator().equals("NotIn");
        if (wantsValues && scope.values().isEmpty()) {
            errors.add(FieldError.required(
                    path + ".values",
                    "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"));
        }
        if (!wantsValues && !scope.values().isEmpty()) {
            errors.add(FieldError.invalid(
                    path + ".values",
                    String.join(",", scope.values()),
                    "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"));
        }
        if (!scope.scopeName().equals("PriorityClass") && !scope.operator().equals("Exists")) {
            errors.add(
                    FieldError.invalid(
                            path + ".operator",
                            scope.operator(),
                            "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"));
        }
    }
}
