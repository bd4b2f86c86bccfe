package dev.plimsoll.objects.policy;

import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.StatusDraft;

/** The status of a quota that is being written. */
public final class ResourceQuotaStatusDraft extends StatusDraft {
    ResourceQuotaStatusDraft(ResourceQuotaObject quota) {
        super(quota);
    }

    /** The bounds that are enforced. */
    public ResourceQuotaStatusDraft hard(ResourceAmounts amounts) {
        status().set("hard", PodWriter.amounts(status().node(), amounts));
        return this;
    }

    public ResourceQuotaStatusDraft used(ResourceAmounts amounts) {
        status().set("used", PodWriter.amounts(status().node(), amounts));
        return this;
    }
}
