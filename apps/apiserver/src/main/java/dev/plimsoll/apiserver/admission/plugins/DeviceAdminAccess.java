package dev.plimsoll.apiserver.admission.plugins;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.ClaimedDevices;
import dev.plimsoll.objects.MetadataReader;
import java.util.List;

/**
 * Devices that somebody else has in use can be claimed beside them, to look after them. That is for namespaces whose label says so, and
 * who may write that label is an administrator.
 */
final class DeviceAdminAccess implements AdmissionStep {
    private static final String GROUP = "resource.k8s.io";
    private static final String LABEL = "resource.kubernetes.io/admin-access";
    private static final String REFUSAL =
            "admin access to devices requires the `" + LABEL + ": true` label on the containing namespace";

    private final Registry registry;
    private final Kind namespaces;

    DeviceAdminAccess(Registry registry, Kind namespaces) {
        this.registry = registry;
        this.namespaces = namespaces;
    }

    @Override
    public List<FieldError> check(AdmissionAttributes review) {
        var kind = review.kind();
        if (!kind.is(GROUP, "ResourceClaim") && !kind.is(GROUP, "ResourceClaimTemplate")) return List.of();
        if (review.operation() != AdmissionAttributes.Operation.CREATE) return List.of();
        var asked = ClaimedDevices.of(review.object()).firstWithAdminAccess();
        if (asked.isEmpty() || isAllowed(review)) return List.of();
        return List.of(FieldError.forbidden("spec.devices.requests[" + asked.getAsInt() + "].adminAccess", REFUSAL));
    }

    private boolean isAllowed(AdmissionAttributes review) {
        return review.others()
                .find(registry, namespaces, "", review.namespace())
                .filter(namespace ->
                        "true".equals(MetadataReader.labels(namespace.tree()).get(LABEL)))
                .isPresent();
    }
}
