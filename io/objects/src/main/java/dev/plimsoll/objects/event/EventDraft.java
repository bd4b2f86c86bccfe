package dev.plimsoll.objects.event;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;

/** An event of {@code events.k8s.io/v1} that is being written. */
public final class EventDraft extends ObjectDraft {
    public static final ApiResource EVENTS = ApiResource.namespaced("events.k8s.io", "v1", "events", "Event");

    public EventDraft(ObjectName name, Instant at) {
        super(EVENTS, name);
        root().put("eventTime", Timestamps.micros(at));
    }

    public EventDraft reporter(String controller, String instance) {
        root().put("reportingController", controller).put("reportingInstance", instance);
        return this;
    }

    /**
     * What happened.
     *
     * @param type {@code Normal} or {@code Warning}
     * @param action what was being done
     */
    public EventDraft says(String type, String reason, String action, String note) {
        root().put("action", action).put("reason", reason).put("note", note).put("type", type);
        return this;
    }

    public EventDraft regardingPod(ObjectName pod, String uid) {
        pod(root().object("regarding"), pod, uid);
        return this;
    }

    public EventDraft relatedPod(ObjectName pod, String uid) {
        pod(root().object("related"), pod, uid);
        return this;
    }

    /** A pod of another namespace, whose name readers of this one may not know. */
    public EventDraft relatedPod(String uid) {
        root().object("related").put("kind", "Pod").put("uid", uid).put("apiVersion", "v1");
        return this;
    }

    private static void pod(DraftNode reference, ObjectName pod, String uid) {
        reference
                .put("kind", "Pod")
                .put("namespace", pod.namespace())
                .put("name", pod.name())
                .put("uid", uid)
                .put("apiVersion", "v1");
    }

    /** The same event happened again. */
    public static Patch series(int count, Instant lastObserved) {
        var change = DraftNode.empty();
        change.object("series").put("count", count).put("lastObservedTime", Timestamps.micros(lastObserved));
        return new Patch.Merge(change.node());
    }
}
