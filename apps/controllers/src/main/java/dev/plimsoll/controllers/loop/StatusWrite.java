package dev.plimsoll.controllers.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.StatusDraft;

/** Writes the status of an object where it changed. */
public final class StatusWrite {
    private StatusWrite() {}

    /** Why it could not be written; empty if it was, or did not need to be, or there is nothing left to write to. */
    public static String ofChanged(ApiClient client, ApiResource resource, StatusDraft status) {
        return ofChanged(client, resource, status.object(), status);
    }

    /**
     * Writes it into an object that has changed since the draft was begun.
     *
     * @param current as the server has it
     */
    public static String ofChanged(ApiClient client, ApiResource resource, ApiObject current, StatusDraft status) {
        if (!status.differsFrom(current)) return "";
        return switch (client.update(resource.sub("status"), status.writtenTo(current))) {
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> "";
            case RequestResult<ObjectNode> failed -> failed.problem();
        };
    }
}
