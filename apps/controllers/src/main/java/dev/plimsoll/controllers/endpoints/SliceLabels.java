package dev.plimsoll.controllers.endpoints;

import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.service.EndpointSliceObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The labels that say whose a slice is and who writes it. */
final class SliceLabels {
    private static final String SERVICE = "kubernetes.io/service-name";
    private static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    private static final String MANAGER = "endpointslice-controller.k8s.io";

    private SliceLabels() {}

    static Map<String, String> of(SelectedService service) {
        var labels = new HashMap<>(service.endpointLabels());
        labels.put(SERVICE, service.meta().name());
        labels.put(MANAGED_BY, MANAGER);
        return labels;
    }

    /** The name of the service of a slice that is written here; empty for one that somebody else writes. */
    static Optional<String> service(EndpointSliceObject slice) {
        var labels = slice.metadata().labels();
        return MANAGER.equals(labels.get(MANAGED_BY)) ? Optional.ofNullable(labels.get(SERVICE)) : Optional.empty();
    }
}
