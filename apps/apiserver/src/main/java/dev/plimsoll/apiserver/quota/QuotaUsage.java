package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
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
        if (kind.is("", "Pod")) return of(quota, Views.pod(object));
        return counts(quota, kind, object) ? ObjectUsage.of(kind, object) : ResourceAmounts.EMPTY;
    }

    /** Whether an object that is no pod meets all scopes: those of claims are about their class of attributes. */
    public static boolean counts(ResourceQuota quota, Kind kind, ObjectNode object) {
        if (quota.scopes().isEmpty()) return true;
        if (!kind.is("", "PersistentVolumeClaim")) return false;
        var name = new PersistentVolumeClaimObject(object).attributesClass();
        return quota.scopes().stream()
                .allMatch(scope ->
                        scope.scopeName().equals(ScopeRequirement.VOLUME_ATTRIBUTES_CLASS) && scope.isMetByClass(name));
    }

    /** What a pod takes. */
    public ResourceAmounts of(ResourceQuota quota, Pod pod) {
        return scopes.counts(quota, pod) ? usage.of(pod, clock.instant()) : ResourceAmounts.EMPTY;
    }
}
