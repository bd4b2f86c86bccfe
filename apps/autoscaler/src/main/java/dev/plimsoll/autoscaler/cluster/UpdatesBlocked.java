package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaStatusDraft;
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
    public void write(ApiClient client, VpaObject vpa, Instant now) {
        VpaStatusDraft.conditionPatch(vpa, new ConditionUpdate(TYPE, "True", reason, message), now)
                .ifPresent(patch -> client.patch(AutoscalerResources.VPAS.sub("status"), vpa.name(), patch));
    }
}
