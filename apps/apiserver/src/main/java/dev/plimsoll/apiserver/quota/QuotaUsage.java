package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.Views;
import java.time.InstantSource;

/** What an object takes of a quota. */
public final class QuotaUsage {
    private final PodUsage usage;
    private final QuotaAdmission scopes;
    private final InstantSource clock;

    public QuotaUsage(FeatureGates gates, InstantSource clock) {
        this.usage = PodUsage.under(gates);
        this.scopes = QuotaAdmission.under(gates);
        this.clock = clock;
    }

    public ResourceAmounts of(ResourceQuota quota, Kind kind, ObjectNode object) {
        if (!kind.is("", "Pod")) return quota.scopes().isEmpty() ? ObjectUsage.of(kind, object) : ResourceAmounts.EMPTY;
        return of(quota, Views.pod(object));
    }

    /** What a pod takes. */
    public ResourceAmounts of(ResourceQuota quota, Pod pod) {
        return scopes.counts(quota, pod) ? usage.of(pod, clock.instant()) : ResourceAmounts.EMPTY;
    }
}
