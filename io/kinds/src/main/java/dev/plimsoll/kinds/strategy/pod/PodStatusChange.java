package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.Strategy.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/** Writes of a pod's status: the spec stays, and what an older node does not know is not cleared. */
final class PodStatusChange {
    private static final String OBSERVED = "observedGeneration";
    private static final Set<String> PLAIN_CONDITIONS = Set.of("PodScheduled", "Ready", "Initialized");

    private PodStatusChange() {}

    static void prepare(Write write) {
        GenericStrategy.take(write.sent(), write.stored(), "spec");
        DocumentMetadata.of(write.sent())
                .take(
                        DocumentMetadata.of(write.stored()),
                        "generation",
                        "ownerReferences",
                        "deletionTimestamp",
                        "deletionGracePeriodSeconds");
        if (!(write.sent().get("status") instanceof ObjectNode status)) {
            write.sent().putObject("status");
            prepare(write);
            return;
        }
        var before = write.stored().path("status");
        for (var kept : List.of(
                "qosClass",
                "resourceClaimStatuses",
                "extendedResourceClaimStatus",
                "nodeAllocatableResourceClaimStatuses")) {
            if (!status.has(kept) && before.has(kept)) status.set(kept, before.get(kept));
        }
        keepObserved(status, before);
        var seen = new HashMap<String, Integer>();
        for (var condition : status.path("conditions")) {
            var type = condition.path("type").asText();
            var turn = seen.merge(type, 1, Integer::sum);
            if (condition instanceof ObjectNode node) keepObserved(node, occurrence(before, type, turn));
        }
        addresses(status);
    }

    private static void keepObserved(ObjectNode node, JsonNode before) {
        if (node.path(OBSERVED).asLong() != 0) return;
        node.remove(OBSERVED);
        if (before.path(OBSERVED).asLong() != 0) node.set(OBSERVED, before.get(OBSERVED));
    }

    private static JsonNode occurrence(JsonNode status, String type, int turn) {
        var count = 0;
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type) && ++count == turn) return condition;
        }
        return status.path("none");
    }

    /** The one address and the list of addresses say the same. */
    private static void addresses(ObjectNode status) {
        var address = status.path("podIP").asText();
        var list = status.path("podIPs");
        if (address.isEmpty() && !list.isEmpty())
            status.set("podIP", list.get(0).path("ip"));
        if (!address.isEmpty() && list.isEmpty())
            status.putArray("podIPs").addObject().put("ip", address);
    }

    static List<FieldError> check(Write write) {
        var errors = new ArrayList<FieldError>();
        var status = write.sent().path("status");
        var before = write.stored().path("status");
        var qosClass = status.path("qosClass").asText();
        if (!qosClass.equals(before.path("qosClass").asText())) {
            errors.add(FieldError.invalid("status.qosClass", qosClass, "field is immutable"));
        }
        observed(status, "status." + OBSERVED, errors);
        var conditions = status.path("conditions");
        for (var i = 0; i < conditions.size(); i++) {
            var path = "status.conditions[" + i + "]";
            observed(conditions.get(i), path + "." + OBSERVED, errors);
            var type = conditions.get(i).path("type").asText();
            if (PLAIN_CONDITIONS.contains(type)) continue;
            for (var problem : LabelSyntax.qualifiedName(type)) {
                errors.add(FieldError.invalid(path + ".Type", type, problem));
            }
        }
        nominated(write, errors);
        return errors;
    }

    private static void nominated(Write write, List<FieldError> errors) {
        var nominated = write.sent().path("status").path("nominatedNodeName").asText();
        var before = write.stored().path("status").path("nominatedNodeName").asText();
        var bound = !write.stored().path("spec").path("nodeName").asText().isEmpty();
        if (bound && !nominated.isEmpty() && !nominated.equals(before)) {
            errors.add(FieldError.forbidden(
                    "status.nominatedNodeName", "may not be set on pods that are already bound to a node"));
        }
    }

    private static void observed(JsonNode node, String path, List<FieldError> errors) {
        var generation = node.path(OBSERVED).asLong();
        if (generation < 0) errors.add(FieldError.invalid(path, generation, "must be a non-negative integer"));
    }
}
