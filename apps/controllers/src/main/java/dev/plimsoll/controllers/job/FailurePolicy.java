package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.controllers.objects.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the failure of a pod means for its job ({@code spec.podFailurePolicy}): the first rule that matches decides. */
record FailurePolicy(List<Rule> rules) {
    FailurePolicy {
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
    record Rule(int at, String action, Optional<Codes> codes, List<JsonNode> conditions) {}

    /** Which exit codes, of one container or, if it is not named, of any. */
    record Codes(String container, boolean isListed, Set<Integer> values) {
        boolean match(String name, int code) {
            return (container.isEmpty() || container.equals(name)) && values.contains(code) == isListed;
        }
    }

    static FailurePolicy of(JobView job) {
        var rules = new ArrayList<Rule>();
        for (var rule : job.job().spec().at("/podFailurePolicy/rules")) {
            var conditions = new ArrayList<JsonNode>();
            rule.path("onPodConditions").forEach(conditions::add);
            rules.add(
                    new Rule(rules.size(), rule.path("action").asText(), codes(rule.path("onExitCodes")), conditions));
        }
        return new FailurePolicy(rules);
    }

    private static Optional<Codes> codes(JsonNode node) {
        if (!node.isObject()) return Optional.empty();
        var values = new TreeSet<Integer>();
        node.path("values").forEach(value -> values.add(value.asInt()));
        var isListed = !node.path("operator").asText().equals("NotIn");
        return Optional.of(new Codes(node.path("containerName").asText(), isListed, values));
    }

    Meaning meaning(PodView pod) {
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
    private static Optional<String> match(Rule rule, PodView pod) {
        if (rule.codes().isPresent()) {
            for (var exit : pod.ending().exits()) {
                if (!rule.codes().get().match(exit.container(), exit.code())) continue;
                return Optional.of("Container " + exit.container() + " for pod " + pod.name()
                        + " failed with exit code " + exit.code());
            }
            return Optional.empty();
        }
        for (var condition : rule.conditions()) {
            var type = condition.path("type").asText();
            var status = pod.ending().conditions().getOrDefault(type, "");
            if (!status.equals(condition.path("status").asText("True"))) continue;
            return Optional.of("Pod " + pod.name() + " has condition " + type);
        }
        return Optional.empty();
    }
}
