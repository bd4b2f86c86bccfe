package dev.plimsoll.controllers.loop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;

/** Writes the status of a workload where it changed. */
public final class StatusWrite {
    private StatusWrite() {}

    /** Why it could not be written; empty if it was, or did not need to be, or there is nothing left to write to. */
    public static String ofChanged(ApiClient client, ApiResource resource, Workload workload, ObjectNode status) {
        if (saysTheSame(status, workload.status())) return "";
        var draft = workload.draft();
        draft.set("status", status);
        return switch (client.update(resource.sub("status"), draft)) {
            case Outcome.Done<ObjectNode> _, Outcome.NotFound<ObjectNode> _ -> "";
            case Outcome<ObjectNode> failed -> failed.problem();
        };
    }

    /** A count of 0 says what its absence says. */
    public static boolean saysTheSame(JsonNode one, JsonNode other) {
        return text(one).equals(text(other));
    }

    private static String text(JsonNode status) {
        var trimmed = Templates.trimmed(status.deepCopy());
        dropZeros(trimmed);
        return Templates.trimmed(trimmed).toString();
    }

    private static void dropZeros(JsonNode node) {
        if (node instanceof ArrayNode array) array.forEach(StatusWrite::dropZeros);
        if (!(node instanceof ObjectNode object)) return;
        object.properties()
                .removeIf(
                        entry -> entry.getValue().isNumber() && entry.getValue().asLong() == 0);
        object.properties().forEach(entry -> dropZeros(entry.getValue()));
    }

    /** Sets a count, which is not written where it is 0. */
    public static void count(ObjectNode status, String field, long value) {
        if (value == 0) status.remove(field);
        else status.put(field, value);
    }
}
