package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.Patch;
import java.time.Instant;

/**
 * The condition by which the updater says why it leaves pods of an object alone. It is the updater's alone: the recommender
 * carries it along when it writes a status.
 *
 * @param reason empty where nothing stands in the way
 */
public record UpdatesBlocked(String reason, String message) {
    public static final String TYPE = "UpdatesBlocked";
    public static final UpdatesBlocked NOT = new UpdatesBlocked("", "");

    /** Writes it, if the object does not say so already; what changed in between is seen in the next round. */
    public void write(ApiClient client, Vpa vpa, Instant now) {
        var conditions = vpa.status().path("conditions");
        var before = find(conditions);
        if (!conditions.isArray() || isSaid(before)) return;
        var changed = ClientJson.object().putArray("conditions");
        for (var condition : conditions) if (!isOwn(condition)) changed.add(condition);
        if (!reason.isEmpty()) {
            var isTrue = before.path("status").asText().equals("True");
            changed.addObject()
                    .put("type", TYPE)
                    .put("status", "True")
                    .put(
                            "lastTransitionTime",
                            isTrue ? before.path("lastTransitionTime").asText() : Documents.text(now))
                    .put("reason", reason)
                    .put("message", message)
                    .put("observedGeneration", vpa.generation());
        }
        var operations = ClientJson.object().putArray("patch");
        var path = "/status/conditions";
        operations.addObject().put("op", "test").put("path", path).set("value", conditions);
        operations.addObject().put("op", "replace").put("path", path).set("value", changed);
        client.patch(AutoscalerResources.VPAS.sub("status"), vpa.name(), new Patch.JsonPatch(operations));
    }

    private boolean isSaid(JsonNode before) {
        return before.path("reason").asText().equals(reason)
                && before.path("message").asText().equals(message);
    }

    private static JsonNode find(JsonNode conditions) {
        for (var condition : conditions) if (isOwn(condition)) return condition;
        return ClientJson.object();
    }

    private static boolean isOwn(JsonNode condition) {
        return condition.path("type").asText().equals(TYPE);
    }
}
