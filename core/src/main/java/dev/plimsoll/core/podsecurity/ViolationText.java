package dev.plimsoll.core.podsecurity;

import dev.plimsoll.core.podsecurity.checks.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What clients and the audit log read of violations. */
public final class ViolationText {
    private ViolationText() {}

    public static String refusal(LevelVersion standard, List<Violation> violations) {
        return "violates PodSecurity \"" + standard + "\": " + details(violations);
    }

    public static String warning(LevelVersion standard, List<Violation> violations) {
        return "would " + refusal(standard, violations).replaceFirst("violates", "violate");
    }

    private static String details(List<Violation> violations) {
        return violations.stream().map(Violation::toString).collect(Collectors.joining(", "));
    }

    /**
     * What somebody reads who tightens the policy of a namespace.
     *
     * @param violations of pods that are there already, by name; only of those that violate it
     * @param checked how many pods were looked at of {@code all}
     */
    public static List<String> ofNamespace(
            String namespace, LevelVersion standard, Map<String, List<Violation>> violations, int checked, int all) {
        var lines = new ArrayList<String>();
        if (checked < all) {
            lines.add("new PodSecurity enforce level only checked against the first " + checked + " of " + all
                    + " existing pods");
        }
        if (violations.isEmpty()) return lines;
        lines.add("existing pods in namespace \"" + namespace + "\" violate the new PodSecurity enforce level \""
                + standard + "\"");
        var names = new TreeMap<String, TreeSet<String>>();
        violations.forEach((name, found) -> {
            var reasons = found.stream().map(Violation::reason).collect(Collectors.joining(", "));
            names.computeIfAbsent(reasons, _ -> new TreeSet<>()).add(name);
        });
        var groups = new TreeSet<String>();
        names.forEach((reasons, pods) -> groups.add(pods.first() + others(pods.size() - 1) + ": " + reasons));
        lines.addAll(groups);
        return lines;
    }

    private static String others(int count) {
        if (count == 0) return "";
        return count == 1 ? " (and 1 other pod)" : " (and " + count + " other pods)";
    }
}
