package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.tree.DocumentComparison;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;
import java.util.Optional;

/** The whole status of a VerticalPodAutoscaler that is being written anew. */
public final class VpaStatusDraft {
    private static final String CONDITIONS = "conditions";

    private final VpaObject vpa;
    private final Instant now;
    private final DraftNode status = DraftNode.empty();

    VpaStatusDraft(VpaObject vpa, Instant now) {
        this.vpa = vpa;
        this.now = now;
        status.put("observedGeneration", vpa.metadata().generation());
        status.newList(CONDITIONS);
    }

    /** Adds a condition; the time of its transition moves only if its status does. Reason and message may be empty. */
    public VpaStatusDraft condition(ConditionUpdate update) {
        write(
                update,
                find(vpa, update.type()),
                vpa,
                now,
                status.list(CONDITIONS).addObject());
        return this;
    }

    /** Adds a condition of somebody else as the object has it, if it does. */
    public VpaStatusDraft keepCondition(String type) {
        var before = find(vpa, type);
        if (before.isObject()) status.list(CONDITIONS).add(before);
        return this;
    }

    /** One that recommends nothing is not written. */
    public VpaStatusDraft recommendation(Recommendation recommendation) {
        if (recommendation.containers().isEmpty()) return this;
        new RecommendationFields(PodPolicyNames.CURRENT).write(recommendation, status.newObject("recommendation"));
        return this;
    }

    /** Whether this is what the object says already. */
    public boolean isSame() {
        return DocumentComparison.isSameStatus(status.node(), vpa.status());
    }

    /** Whether conditions, or the generation that they speak of, are others than the object has. */
    public boolean hasOtherConditions() {
        return !DocumentComparison.isSameStatus(
                        status.path(CONDITIONS), vpa.status().path(CONDITIONS))
                || number(status.node(), "observedGeneration", 0) != number(vpa.status(), "observedGeneration", -1);
    }

    public Patch patch() {
        return new JsonPatchDraft().add("/status", status.node()).patch();
    }

    /**
     * Sets one condition, or takes it away where the update has no reason, and leaves the others alone; empty where the object says so already
     * or has no conditions yet. The server refuses it where the conditions have changed in between.
     */
    public static Optional<Patch> conditionPatch(VpaObject vpa, ConditionUpdate update, Instant now) {
        var conditions = vpa.status().path(CONDITIONS);
        var before = find(vpa, update.type());
        var isSaid = text(before, "reason").equals(update.reason())
                && text(before, "message").equals(update.message());
        if (!conditions.isArray() || isSaid) return Optional.empty();
        var changed = DraftNode.empty();
        var list = changed.newList(CONDITIONS);
        for (var each : conditions) if (!text(each, "type").equals(update.type())) list.add(each);
        if (!update.reason().isEmpty()) write(update, before, vpa, now, list.addObject());
        var path = "/status/conditions";
        return Optional.of(new JsonPatchDraft()
                .test(path, conditions)
                .replace(path, changed.path(CONDITIONS))
                .patch());
    }

    private static void write(
            ConditionUpdate update, JsonNode before, VpaObject vpa, Instant now, DraftNode condition) {
        var isTransition = !text(before, "status").equals(update.status());
        condition
                .put("type", update.type())
                .put("status", update.status())
                .put("lastTransitionTime", isTransition ? Timestamps.text(now) : text(before, "lastTransitionTime"))
                .putUnlessEmpty("reason", update.reason())
                .putUnlessEmpty("message", update.message())
                .put("observedGeneration", vpa.metadata().generation());
    }

    private static JsonNode find(VpaObject vpa, String type) {
        for (var condition : vpa.status().path(CONDITIONS)) {
            if (text(condition, "type").equals(type)) return condition;
        }
        return MissingNode.getInstance();
    }
}
