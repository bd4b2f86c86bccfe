package dev.plimsoll.objects.admission;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.ObjectDraft;

/** The registration of webhooks that change objects. */
public final class MutatingWebhookConfigurationDraft extends ObjectDraft {
    public static final ApiResource RESOURCE = ApiResource.clustered(
            "admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration");

    public MutatingWebhookConfigurationDraft(String name) {
        super(RESOURCE, ObjectName.ofCluster(name));
    }

    /** One more webhook, which has no side effects and takes reviews of version v1. */
    public MutatingWebhookDraft webhook(String name) {
        return new MutatingWebhookDraft(root().list("webhooks").addObject().put("name", name));
    }

    /** The change of a registration that is there already: its webhooks are replaced at once, so that no request slips through. */
    public Patch webhooksPatch() {
        return new JsonPatchDraft().add("/webhooks", root().path("webhooks")).patch();
    }
}
