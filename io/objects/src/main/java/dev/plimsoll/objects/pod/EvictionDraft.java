package dev.plimsoll.objects.pod;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ObjectDraft;

/** The request to evict a pod: the one with this uid, and no other that has its name now. */
public final class EvictionDraft extends ObjectDraft {
    private static final ApiResource RESOURCE = ApiResource.namespaced("policy", "v1", "evictions", "Eviction");

    public EvictionDraft(ObjectName pod, String uid) {
        super(RESOURCE, pod);
        root().object("deleteOptions").object("preconditions").put("uid", uid);
    }
}
