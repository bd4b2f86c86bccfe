package dev.plimsoll.controllers.endpoints;

import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.EndpointsObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The labels that say whose a slice is and who writes it. */
final class SliceLabels {
    private static final String SERVICE = "kubernetes.io/service-name";
    private static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    static final String MANAGER = "endpointslice-controller.k8s.io";

    static final String MIRRORING_MANAGER = "endpointslicemirroring-controller.k8s.io";
    private static final String SKIP_MIRROR = "endpointslice.kubernetes.io/skip-mirror";

    private SliceLabels() {}

    static Map<String, String> of(SelectedService service) {
        var labels = new HashMap<>(service.endpointLabels());
        labels.put(SERVICE, service.meta().name());
        labels.put(MANAGED_BY, MANAGER);
        return labels;
    }

    /** Those of a slice that is made of endpoints which somebody wrote by hand. */
    static Map<String, String> mirroring(EndpointsObject endpoints) {
        var labels = new HashMap<>(endpoints.metadata().labels());
        labels.put(SERVICE, endpoints.name().name());
        labels.put(MANAGED_BY, MIRRORING_MANAGER);
        return labels;
    }

    /** Whether who wrote endpoints wants no slices of them. */
    static boolean isNotMirrored(EndpointsObject endpoints) {
        return "true".equals(endpoints.metadata().labels().get(SKIP_MIRROR));
    }

    /** The name of the service of a slice that a controller writes; empty for one that another writes. */
    static Optional<String> service(EndpointSliceObject slice, String manager) {
        var labels = slice.metadata().labels();
        return manager.equals(labels.get(MANAGED_BY)) ? Optional.ofNullable(labels.get(SERVICE)) : Optional.empty();
    }
}
