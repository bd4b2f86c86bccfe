package dev.plimsoll.objects;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.timeOrEpoch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.StatusCondition;

/** Reads the conditions of any status. */
final class ConditionReader {
    private ConditionReader() {}

    static Conditions read(JsonNode status) {
        return new Conditions(list(status, "conditions", ConditionReader::condition));
    }

    static StatusCondition condition(JsonNode node) {
        return new StatusCondition(
                text(node, "type"),
                text(node, "status"),
                text(node, "reason"),
                text(node, "message"),
                timeOrEpoch(node, "lastUpdateTime"),
                timeOrEpoch(node, "lastTransitionTime"));
    }
}
