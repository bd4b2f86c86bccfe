package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.job.FailurePolicy;
import java.util.ArrayList;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads what a job does about failed pods. */
final class FailurePolicyReader {
    private FailurePolicyReader() {}

    static FailurePolicy read(JsonNode policy) {
        var rules = new ArrayList<FailurePolicy.Rule>();
        for (var rule : policy.path("rules")) {
            rules.add(new FailurePolicy.Rule(
                    rules.size(),
                    text(rule, "action"),
                    codes(rule.path("onExitCodes")),
                    list(rule, "onPodConditions", FailurePolicyReader::condition)));
        }
        return new FailurePolicy(rules);
    }

    private static FailurePolicy.PodCondition condition(JsonNode node) {
        return new FailurePolicy.PodCondition(text(node, "type"), text(node, "status", "True"));
    }

    private static FailurePolicy.@Nullable Codes codes(JsonNode node) {
        if (!node.isObject()) return null;
        var values = new TreeSet<Integer>();
        node.path("values").forEach(value -> values.add(value.asInt()));
        return new FailurePolicy.Codes(
                text(node, "containerName"), !text(node, "operator").equals("NotIn"), values);
    }
}
