package dev.plimsoll.objects.autoscaling;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ObjectDraft;

/** A VerticalPodAutoscaler that is being written. */
public final class VpaDraft extends ObjectDraft {
    private static final ApiResource RESOURCE =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");

    public VpaDraft(ObjectName name) {
        super(RESOURCE, name);
    }

    public VpaDraft target(String apiVersion, String kind, String name) {
        spec().object("targetRef")
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", name);
        return this;
    }

    public VpaDraft updateMode(String mode) {
        spec().object("updatePolicy").put("updateMode", mode);
        return this;
    }

    /** How the pod as a whole is looked after. */
    public VpaDraft podPolicies(String mode) {
        spec().object("resourcePolicy").object("podPolicies").put("mode", mode);
        return this;
    }
}
