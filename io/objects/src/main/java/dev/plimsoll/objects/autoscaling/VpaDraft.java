package dev.plimsoll.objects.autoscaling;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.tree.DraftNode;

/** A VerticalPodAutoscaler that is being written. */
public final class VpaDraft extends ObjectDraft {
    public VpaDraft(ObjectName name) {
        super(VpaObject.RESOURCE, name);
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

    /** Gives an object without a policy for updates one with this mode. */
    public static JsonPatchDraft updatePolicyPatch(String mode) {
        return new JsonPatchDraft()
                .add(
                        "/spec/updatePolicy",
                        DraftNode.empty().put("updateMode", mode).node());
    }
}
