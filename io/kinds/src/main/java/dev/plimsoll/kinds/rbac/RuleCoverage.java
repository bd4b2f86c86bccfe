package dev.plimsoll.kinds.rbac;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether rules give no more than others do.
 *
 * <p>Wanted rules are taken apart into single permissions: one verb on one resource of one group, on one name where names are
 * given; or one verb on one path. Each must be covered by one rule that is held: two rules never cover one permission together.
 */
public final class RuleCoverage {
    /** Of somebody who may do everything. */
    public static final List<PolicyRule> FULL_AUTHORITY = List.of(
            new PolicyRule(List.of("*"), List.of("*"), List.of("*"), List.of(), List.of()),
            new PolicyRule(List.of("*"), List.of(), List.of(), List.of(), List.of("*")));

    /** So many permissions are compared: a role of a few megabytes can name more than any memory holds. */
    public static final int MOST_PERMISSIONS = 100_000;

    private RuleCoverage() {}

    /** Whether the rules name more permissions than are compared. */
    public static boolean isTooMuch(List<PolicyRule> wanted) {
        var count = 0.0;
        for (var rule : wanted) {
            var names = Math.max(1, rule.resourceNames().size());
            count += (double) rule.apiGroups().size()
                    * rule.resources().size()
                    * rule.verbs().size()
                    * names;
            count += (double) rule.nonResourceUrls().size() * rule.verbs().size();
        }
        return count > MOST_PERMISSIONS;
    }

    /** The permissions of some rules that others do not cover, each once. */
    public static List<PolicyRule> missing(List<PolicyRule> wanted, List<PolicyRule> held) {
        var missing = new LinkedHashSet<PolicyRule>();
        for (var rule : wanted) {
            for (var permission : permissions(rule)) {
                if (held.stream().noneMatch(each -> covers(each, permission))) missing.add(permission);
            }
        }
        return List.copyOf(missing);
    }

    private static List<PolicyRule> permissions(PolicyRule rule) {
        var permissions = new ArrayList<PolicyRule>();
        for (var group : rule.apiGroups()) {
            for (var resource : rule.resources()) {
                for (var verb : rule.verbs()) {
                    if (rule.resourceNames().isEmpty()) permissions.add(onResource(verb, group, resource, List.of()));
                    for (var name : rule.resourceNames()) {
                        permissions.add(onResource(verb, group, resource, List.of(name)));
                    }
                }
            }
        }
        for (var path : rule.nonResourceUrls()) {
            for (var verb : rule.verbs()) {
                permissions.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(path)));
            }
        }
        return permissions;
    }

    private static PolicyRule onResource(String verb, String group, String resource, List<String> names) {
        return new PolicyRule(List.of(verb), List.of(group), List.of(resource), names, List.of());
    }

    private static boolean covers(PolicyRule held, PolicyRule permission) {
        if (!PolicyRule.has(held.verbs(), permission.verbs().getFirst())) return false;
        if (!permission.nonResourceUrls().isEmpty()) {
            return held.hasPath(permission.nonResourceUrls().getFirst());
        }
        return PolicyRule.has(held.apiGroups(), permission.apiGroups().getFirst())
                && coversResource(held, permission.resources().getFirst())
                && coversName(held, permission.resourceNames());
    }

    private static boolean coversResource(PolicyRule held, String resource) {
        if (PolicyRule.has(held.resources(), resource)) return true;
        var slash = resource.indexOf('/');
        return slash >= 0 && held.resources().contains("*" + resource.substring(slash));
    }

    private static boolean coversName(PolicyRule held, List<String> name) {
        return held.resourceNames().isEmpty()
                || (!name.isEmpty() && held.resourceNames().containsAll(name));
    }

    /** Permissions as a refusal lists them: those that differ only in the verb on one line, lines in order. */
    public static List<String> lines(List<PolicyRule> permissions) {
        var verbs = new LinkedHashMap<PolicyRule, Set<String>>();
        for (var permission : permissions) {
            verbs.computeIfAbsent(permission.withVerbs(List.of()), _ -> new LinkedHashSet<>())
                    .addAll(permission.verbs());
        }
        return verbs.entrySet().stream()
                .map(entry ->
                        entry.getKey().withVerbs(List.copyOf(entry.getValue())).toString())
                .distinct()
                .sorted()
                .toList();
    }
}
