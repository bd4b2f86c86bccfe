package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import java.io.IOException;
import java.util.Optional;

/**
 * Where a service is reached. There is no name service here, and nobody need route the addresses of services: one of the pods behind
 * it is called. Where nobody keeps EndpointSlices, it is called at its own address.
 */
public final class ServiceAddress {
    private final Registry registry;
    private final Kind services;
    private final Kind slices;

    public ServiceAddress(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.services = kinds.named("", "Service");
        this.slices = kinds.named("discovery.k8s.io", "EndpointSlice");
    }

    /** A host and a port; one of family IPv6 is in brackets. A service that is a name of somebody else is called by that name. */
    public String of(WebhookEndpoint.Service wanted) throws IOException {
        var found = registry.find(services, wanted.namespace(), wanted.name());
        if (found.isEmpty()) throw new IOException("service \"" + wanted.name() + "\" not found");
        var spec = found.get().tree().path("spec");
        if (spec.path("type").asText().equals("ExternalName"))
            return spec.path("externalName").asText() + ":" + wanted.port();
        var name = portName(spec, wanted);
        var isKept = false;
        for (var object : registry.recent(slices, wanted.namespace()).objects()) {
            var slice = object.object().tree();
            var service = slice.path("metadata").path("labels").path("kubernetes.io/service-name");
            if (!service.asText().equals(wanted.name())) continue;
            isKept = true;
            var ready = ready(slice, name);
            if (ready.isPresent()) return ready.get();
        }
        if (isKept) throw new IOException("no endpoints available for service \"" + wanted.name() + "\"");
        var address = spec.path("clusterIP").asText();
        if (address.isEmpty() || address.equals("None"))
            throw new IOException("service \"" + wanted.name() + "\" has no clusterIP");
        return text(address, wanted.port());
    }

    private static String portName(JsonNode spec, WebhookEndpoint.Service wanted) throws IOException {
        for (var port : spec.path("ports")) {
            if (port.path("port").asInt() == wanted.port())
                return port.path("name").asText();
        }
        throw new IOException("no service port " + wanted.port() + " found for service \"" + wanted.name() + "\"");
    }

    private static Optional<String> ready(JsonNode slice, String portName) {
        for (var port : slice.path("ports")) {
            if (!port.path("name").asText().equals(portName)) continue;
            for (var endpoint : slice.path("endpoints")) {
                // A condition that nobody gives means that it is ready.
                if (endpoint.path("conditions").path("ready").asBoolean(true))
                    return Optional.of(text(
                            endpoint.path("addresses").path(0).asText(),
                            port.path("port").asInt()));
            }
        }
        return Optional.empty();
    }

    private static String text(String address, int port) {
        return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }
}
