package dev.plimsoll.objects;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;

/** What the API shows of a component of the control plane. It is worked out for each reader, and never stored. */
public final class ComponentStatusDraft extends ObjectDraft {
    private static final ApiResource RESOURCE = ApiResource.clustered("", "v1", "componentstatuses", "ComponentStatus");

    public ComponentStatusDraft(String name) {
        super(RESOURCE, ObjectName.ofCluster(name));
    }

    /**
     * Sets the only condition that there is, {@code Healthy}.
     *
     * @param status {@code True}, {@code False} or {@code Unknown}
     * @param message empty where there is none
     * @param error empty where there is none
     */
    public ComponentStatusDraft healthy(String status, String message, String error) {
        root().list("conditions")
                .objectWith("type", "Healthy")
                .put("status", status)
                .putUnlessEmpty("message", message)
                .putUnlessEmpty("error", error);
        return this;
    }
}
