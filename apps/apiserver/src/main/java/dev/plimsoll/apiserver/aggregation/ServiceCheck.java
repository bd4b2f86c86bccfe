package dev.plimsoll.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.webhooks.WebhookEndpoint;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import java.util.ArrayList;
import java.util.List;

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
        var spec = found.get().tree().path("spec");
        // Others need no endpoints here to be reached.
        if (!spec.path("type").asText("ClusterIP").equals("ClusterIP")) return Availability.PASSED;
        for (var port : spec.path("ports")) {
            if (port.path("port").asInt() == wanted.port())
                return endpoints(wanted, port.path("name").asText());
        }
        return Availability.servicePort(wanted.name(), wanted.namespace(), wanted.port());
    }

    private Availability endpoints(WebhookEndpoint.Service wanted, String portName) {
        var own = new ArrayList<JsonNode>();
        for (var object : registry.recent(slices, wanted.namespace()).objects()) {
            var slice = object.object().tree();
            var owner = slice.path("metadata").path("labels").path("kubernetes.io/service-name");
            if (owner.asText().equals(wanted.name())) own.add(slice);
        }
        if (own.isEmpty()) return Availability.endpointsNotFound(wanted.name(), wanted.namespace());
        return hasAddress(own, portName)
                ? Availability.PASSED
                : Availability.missingEndpoints(wanted.name(), wanted.namespace(), portName);
    }

    private static boolean hasAddress(List<JsonNode> slices, String portName) {
        for (var slice : slices) {
            for (var port : slice.path("ports")) {
                if (!port.path("name").asText().equals(portName)) continue;
                for (var endpoint : slice.path("endpoints")) {
                    if (endpoint.path("conditions").path("ready").asBoolean(true)) return true;
                }
            }
        }
        return false;
    }
}
