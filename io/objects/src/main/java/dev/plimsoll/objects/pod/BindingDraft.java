package dev.plimsoll.objects.pod;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ObjectDraft;

/** What gives a pod its node. */
public final class BindingDraft extends ObjectDraft {
    private static final ApiResource BINDINGS = ApiResource.namespaced("", "v1", "bindings", "Binding");

    /**
     * A binding.
     *
     * @param uid of the pod that is meant: one of the same name that came later gets no node by it
     */
    public BindingDraft(ObjectName pod, String uid, String node) {
        super(BINDINGS, pod);
        metadata().uid(uid);
        root().object("target").put("kind", "Node").put("name", node);
    }
}
