package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.time.Instant;

/** Conditions in the status of a pod. */
final class PodStatusConditions {
    private PodStatusConditions() {}

    static boolean isTrue(JsonNode status, String type) {
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /** Sets a condition; the time changes only with its status. */
    static void set(ObjectNode podStatus, String type, String value, String reason, String message, Instant now) {
        ObjectNode condition = null;
        for (var entry : podStatus.path("conditions")) {
            if (entry instanceof ObjectNode node && node.path("type").asText().equals(type)) condition = node;
        }
        if (condition == null) condition = podStatus.withArray("conditions").addObject();
        var changed = !condition.path("status").asText().equals(value);
        condition.put("type", type);
        condition.put("status", value);
        condition.putNull("lastProbeTime");
        if (changed) condition.put("lastTransitionTime", DocumentMetadata.time(now));
        if (reason.isEmpty()) condition.remove("reason");
        else condition.put("reason", reason);
        if (message.isEmpty()) condition.remove("message");
        else condition.put("message", message);
    }
}
