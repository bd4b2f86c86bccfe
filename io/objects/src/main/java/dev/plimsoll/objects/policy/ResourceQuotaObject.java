package dev.plimsoll.objects.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;

/** A quota of a namespace. */
public final class ResourceQuotaObject extends ApiObject {
    public static final ObjectKind<ResourceQuotaObject> KIND = new ObjectKind<>(
            ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota"),
            ResourceQuotaObject.class,
            ResourceQuotaObject::new);

    public ResourceQuotaObject(ObjectNode document) {
        super(document);
    }

    /** The bounds that are enforced, as its status says. */
    public ResourceAmounts hard() {
        return AmountsReader.amounts(statusNode().path("hard"));
    }

    /** What is in use, as its status says. */
    public ResourceAmounts used() {
        return AmountsReader.amounts(statusNode().path("used"));
    }

    @Override
    public ResourceQuotaStatusDraft statusDraft() {
        return new ResourceQuotaStatusDraft(this);
    }
}
