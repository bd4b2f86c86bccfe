package dev.plimsoll.kinds.bootstrap;

import static dev.plimsoll.objects.tree.DocumentFields.integer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.service.EndpointSliceObject;
import java.net.InetAddress;

/**
 * An API server behind the service {@code kubernetes}. Each method writes into an object what it lacks of this server; those of other
 * servers on the same port stay.
 *
 * @param address where clients reach it
 */
public record ServerEndpoint(InetAddress address, int port) {
    private static final int SERVICE_PORT = 443;

    /**
     * Completes the service.
     *
     * @param clusterIp of a new one
     */
    public void completeService(ObjectNode service, String name, String clusterIp) {
        var isNew = !service.has("spec");
        var metadata = DocumentMetadata.of(service);
        metadata.label("component", "apiserver");
        metadata.label("provider", name);
        var spec = service.withObject("/spec");
        if (isNew) {
            spec.put("clusterIP", clusterIp);
            spec.put("sessionAffinity", "None").put("type", "ClusterIP");
        }
        var wanted = JsonNodeFactory.instance.arrayNode();
        wanted.addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", SERVICE_PORT)
                .put("targetPort", port);
        if (!wanted.equals(spec.path("ports"))) spec.set("ports", wanted);
    }

    /** Completes the object Endpoints of the service. */
    public void completeEndpoints(ObjectNode endpoints) {
        DocumentMetadata.of(endpoints).label("endpointslice.kubernetes.io/skip-mirror", "true");
        var subset = endpoints.path("subsets").path(0);
        var known = hasPort(subset) ? subset.path("addresses") : JsonNodeFactory.instance.arrayNode();
        for (var each : known) if (isOwn(each.path("ip"))) return;
        var written = JsonNodeFactory.instance.objectNode();
        var addresses = written.putArray("addresses");
        known.forEach(addresses::add);
        addresses.addObject().put("ip", address.getHostAddress());
        written.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("port", port)
                .put("protocol", "TCP");
        endpoints.putArray("subsets").add(written);
    }

    /** Completes the slice of the endpoints of the service. */
    public void completeSlice(ObjectNode slice, String service) {
        DocumentMetadata.of(slice).label(EndpointSliceObject.SERVICE_NAME, service);
        var known = hasPort(slice) ? slice.path("endpoints") : JsonNodeFactory.instance.arrayNode();
        for (var each : known) if (isOwn(each.path("addresses").path(0))) return;
        slice.put("addressType", address.getAddress().length == 4 ? "IPv4" : "IPv6");
        var endpoints = JsonNodeFactory.instance.arrayNode();
        known.forEach(endpoints::add);
        var added = endpoints.addObject();
        added.putArray("addresses").add(address.getHostAddress());
        added.putObject("conditions").put("ready", true);
        slice.set("endpoints", endpoints);
        slice.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", port);
    }

    /** Servers that listen on other ports are others' endpoints no more: all servers of a cluster listen on the same. */
    private boolean hasPort(JsonNode holder) {
        return integer(holder.path("ports").path(0), "port", 0) == port;
    }

    private boolean isOwn(JsonNode text) {
        return text.asText().equals(address.getHostAddress());
    }
}
