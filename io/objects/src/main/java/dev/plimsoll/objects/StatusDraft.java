package dev.plimsoll.objects;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.StatusCondition;
import dev.plimsoll.objects.tree.DocumentComparison;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;

/** The status of an object that is being written, field by field. Fields that nobody here knows stay as they are. */
public class StatusDraft {
    private final ApiObject object;
    private final DraftNode status;

    public StatusDraft(ApiObject object) {
        this.object = object;
        this.status = DraftNode.of(object.statusNode());
    }

    protected final DraftNode status() {
        return status;
    }

    public final ApiObject object() {
        return object;
    }

    public final StatusDraft phase(String phase) {
        status.put("phase", phase);
        return this;
    }

    public final StatusDraft observedGeneration(long generation) {
        status.put("observedGeneration", generation);
        return this;
    }

    /** As they stand in this draft. */
    public final Conditions conditions() {
        return ConditionReader.read(status.node());
    }

    /** Sets a condition; the time of its transition moves only if its status does. */
    public final StatusDraft condition(ConditionUpdate update, Instant now) {
        conditionDraft(update, now);
        return this;
    }

    protected final DraftNode conditionDraft(ConditionUpdate update, Instant now) {
        var target = status.list("conditions").objectWith("type", update.type());
        if (!text(target.node(), "status").equals(update.status())) {
            target.put("lastTransitionTime", Timestamps.text(now));
        }
        return target.put("status", update.status())
                .put("reason", update.reason())
                .put("message", update.message());
    }

    /** Writes conditions over those that are there. Conditions that are the same stay as they are, with fields that nobody here knows. */
    public final StatusDraft conditions(Conditions conditions) {
        for (var before : conditions().all()) {
            if (conditions.find(before.type()).isEmpty()) removeCondition(before.type());
        }
        for (var condition : conditions.all()) {
            var known = conditions().find(condition.type());
            if (known.filter(condition::equals).isPresent()) continue;
            var target = status.list("conditions").objectWith("type", condition.type());
            var isTransition = known.isEmpty()
                    || !known.get().lastTransition().equals(condition.lastTransition())
                    || !known.get().status().equals(condition.status());
            if (isTransition) target.put("lastTransitionTime", Timestamps.text(condition.lastTransition()));
            target.put("status", condition.status())
                    .put("reason", condition.reason())
                    .put("message", condition.message());
            extend(target, condition);
        }
        return this;
    }

    /** Adds fields that only this kind has to a condition that changed. */
    protected void extend(DraftNode target, StatusCondition condition) {}

    public final StatusDraft removeCondition(String type) {
        if (!status.has("conditions")) return this;
        var conditions = status.list("conditions");
        conditions.removeIf(each -> text(each, "type").equals(type));
        if (conditions.isEmpty()) status.remove("conditions");
        return this;
    }

    /** Puts a condition back as the object has it. */
    public final StatusDraft restoreCondition(String type) {
        removeCondition(type);
        for (var before : object.statusNode().path("conditions")) {
            if (text(before, "type").equals(type)) status.list("conditions").add(before);
        }
        return this;
    }

    protected final void time(String field, Instant time) {
        status.put(field, Timestamps.text(time));
    }

    /** Whether it says anything else than an object does. */
    public final boolean differsFrom(ApiObject current) {
        return !DocumentComparison.isSameStatus(status.node(), current.statusNode());
    }

    /** The document of an object with this status. */
    public final ObjectNode writtenTo(ApiObject current) {
        var document = DraftNode.of(current.document());
        document.set("status", status.node());
        return document.node();
    }

    /** The document of the object with this status. */
    public final ObjectNode document() {
        return writtenTo(object);
    }
}
