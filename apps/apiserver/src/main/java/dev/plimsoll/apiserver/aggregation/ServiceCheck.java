package dev.plimsoll.apiserver.aggregation;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.WebhookEndpoint;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.discovery.Availability;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.util.ArrayList;

/** Whether the service of a backend is there, and anybody behind it. */
final class ServiceCheck {
    private final Registry registry;
    private final Kind services;
    private final Kind slices;

    ServiceCheck(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.services = kinds.named("", "Service");
        this.slices = kinds.named("discovery.k8s.io", "EndpointSlice");
    }

    /** Sees to it that observers of services and endpoints are told of changes. */
    void follow() {
        registry.awaitOwnWrites(services);
        registry.awaitOwnWrites(slices);
    }

    /** Passed, or the first thing that is missing. */
    Availability of(WebhookEndpoint.Service wanted) {
        var found = registry.find(services, wanted.namespace(), wanted.name());
        if (found.isEmpty()) return Availability.serviceNotFound(wanted.name(), wanted.namespace());
        var service = new ServiceObject(found.get().tree());
        // Others need no endpoints here to be reached.
        if (!service.type().isEmpty() && !service.type().equals("ClusterIP")) return Availability.PASSED;
        for (var port : service.ports()) {
            if (port.port() == wanted.port()) return endpoints(wanted, port.name());
        }
        return Availability.servicePort(wanted.name(), wanted.namespace(), wanted.port());
    }

    private Availability endpoints(WebhookEndpoint.Service wanted, String portName) {
        var own = new ArrayList<EndpointSliceObject>();
        for (var object : registry.recent(slices, wanted.namespace()).objects()) {
            var slice = new EndpointSliceObject(object.object().tree());
            if (slice.serviceName().equals(wanted.name())) own.add(slice);
        }
        if (own.isEmpty()) return Availability.endpointsNotFound(wanted.name(), wanted.namespace());
        return own.stream().anyMatch(slice -> !slice.readyAddresses(portName).isEmpty())
                ? Availability.PASSED
                : Availability.missingEndpoints(wanted.name(), wanted.namespace(), portName);
    }
}
