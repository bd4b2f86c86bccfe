package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.ControlledPod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the failure of a pod means for its job ({@code spec.podFailurePolicy}): the first rule that matches decides. */
public record FailurePolicy(List<Rule> rules) {
    static final FailurePolicy NONE = new FailurePolicy(List.of());

    public FailurePolicy {
        rules = List.copyOf(rules);
    }

    /** What a failed pod means. */
    sealed interface Meaning {
        /** It counts against the limits, as without a rule. */
        record Counts() implements Meaning {}

        /** It is replaced and counts for nothing. */
        record Ignored() implements Meaning {}

        /** Its index has failed, whatever the limit. */
        record FailsIndex() implements Meaning {}

        /** The job has failed. */
        record FailsJob(String why) implements Meaning {}
    }

    /** One rule with its place in the list. */
    public record Rule(int at, String action, @Nullable Codes codesOrNull, List<PodCondition> conditions) {
        public Rule {
            conditions = List.copyOf(conditions);
        }
    }

    /** A condition of a pod that a rule looks for. */
    public record PodCondition(String type, String status) {}

    /** Which exit codes, of one container or, if it is not named, of any. */
    public record Codes(String container, boolean isListed, Set<Integer> values) {
        public Codes {
            values = Set.copyOf(values);
        }

        boolean match(String name, int code) {
            return (container.isEmpty() || container.equals(name)) && values.contains(code) == isListed;
        }
    }

    Meaning meaning(ControlledPod pod) {
        for (var rule : rules) {
            var match = match(rule, pod);
            if (match.isEmpty()) continue;
            return switch (rule.action()) {
                case "FailJob" -> new Meaning.FailsJob(match.get() + " matching FailJob rule at index " + rule.at());
                case "FailIndex" -> new Meaning.FailsIndex();
                case "Ignore" -> new Meaning.Ignored();
                default -> new Meaning.Counts();
            };
        }
        return new Meaning.Counts();
    }

    /** In what way the pod matches, in words. */
    private static Optional<String> match(Rule rule, ControlledPod pod) {
        if (rule.codesOrNull() != null) {
            for (var exit : pod.ending().exits()) {
                if (!rule.codesOrNull().match(exit.container(), exit.code())) continue;
                return Optional.of("Container " + exit.container() + " for pod " + pod.qualifiedName()
                        + " failed with exit code " + exit.code());
            }
            return Optional.empty();
        }
        for (var condition : rule.conditions()) {
            var type = condition.type();
            var status = pod.ending().conditions().getOrDefault(type, "");
            if (!status.equals(condition.status())) continue;
            return Optional.of("Pod " + pod.qualifiedName() + " has condition " + type);
        }
        return Optional.empty();
    }
}
