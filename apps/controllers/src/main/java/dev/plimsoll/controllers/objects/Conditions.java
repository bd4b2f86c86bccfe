package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/** The conditions of a status. */
public final class Conditions {
    private Conditions() {}

    public static Optional<JsonNode> find(JsonNode status, String type) {
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)) return Optional.of(condition);
        }
        return Optional.empty();
    }

    public static boolean is(JsonNode status, String type, String value) {
        return find(status, type)
                .filter(each -> each.path("status").asText().equals(value))
                .isPresent();
    }

    public static String reason(JsonNode status, String type) {
        return find(status, type).map(each -> each.path("reason").asText()).orElse("");
    }

    /** What a condition says. */
    public record Said(String type, String status, String reason, String message) {}

    /** Sets a condition; the time of its transition moves only if its status does. */
    public static ObjectNode set(ObjectNode status, Said said, Instant now) {
        var conditions = status.get("conditions") instanceof ArrayNode known ? known : status.putArray("conditions");
        ObjectNode target = null;
        for (var condition : conditions) {
            if (condition instanceof ObjectNode node
                    && node.path("type").asText().equals(said.type())) target = node;
        }
        if (target == null) target = conditions.addObject().put("type", said.type());
        if (!target.path("status").asText().equals(said.status())) {
            target.put("lastTransitionTime", Times.text(now));
        }
        target.put("status", said.status()).put("reason", said.reason()).put("message", said.message());
        return target;
    }

    public static void remove(ObjectNode status, String type) {
        if (!(status.get("conditions") instanceof ArrayNode conditions)) return;
        for (var i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asText().equals(type)) conditions.remove(i);
        }
        if (conditions.isEmpty()) status.remove("conditions");
    }
}
