package dev.plimsoll.kinds.bootstrap;

import static dev.plimsoll.objects.tree.DocumentFields.integer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.objects.service.EndpointSliceObject;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An API server behind the service {@code kubernetes}. Each method writes into an object what it lacks of this server; those of other
 * servers on the same port stay as long as they are alive.
 *
 * @param address where clients reach it
 */
public record ServerEndpoint(InetAddress address, int port) {
    private static final int SERVICE_PORT = 443;
    private static final JsonNode NONE = JsonNodeFactory.instance.arrayNode();

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

    /**
     * Completes the object Endpoints of the service.
     *
     * @param isAlive whether the server at another address still counts
     */
    public void completeEndpoints(ObjectNode endpoints, Predicate<String> isAlive) {
        DocumentMetadata.of(endpoints).label("endpointslice.kubernetes.io/skip-mirror", "true");
        var subset = endpoints.path("subsets").path(0);
        var known = hasPort(subset) ? subset.path("addresses") : NONE;
        var addresses = kept(known, each -> each.path("ip").asText(), isAlive);
        if (known.equals(addresses) && isAmong(known, each -> each.path("ip").asText())) return;
        if (!isAmong(known, each -> each.path("ip").asText()))
            addresses.addObject().put("ip", address.getHostAddress());
        var written = JsonNodeFactory.instance.objectNode();
        written.set("addresses", addresses);
        written.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("port", port)
                .put("protocol", "TCP");
        endpoints.putArray("subsets").add(written);
    }

    /** The addresses of other servers in the object Endpoints of the service. */
    public Set<String> others(ObjectNode endpoints) {
        var others = new HashSet<String>();
        for (var each : endpoints.path("subsets").path(0).path("addresses")) {
            var other = each.path("ip").asText();
            if (!isOwn(other)) others.add(other);
        }
        return others;
    }

    /** Takes this server out of the object Endpoints of the service. */
    public void leaveEndpoints(ObjectNode endpoints) {
        var subset = endpoints.path("subsets").path(0);
        if (!hasPort(subset)) return;
        var left = without(subset.path("addresses"), each -> each.path("ip").asText());
        if (left.isEmpty()) endpoints.remove("subsets");
        else ((ObjectNode) subset).set("addresses", left);
    }

    /**
     * Completes the slice of the endpoints of the service.
     *
     * @param isAlive whether the server at another address still counts
     */
    public void completeSlice(ObjectNode slice, String service, Predicate<String> isAlive) {
        DocumentMetadata.of(slice).label(EndpointSliceObject.SERVICE_NAME, service);
        var known = hasPort(slice) ? slice.path("endpoints") : NONE;
        var endpoints = kept(known, ServerEndpoint::firstAddress, isAlive);
        if (known.equals(endpoints) && isAmong(known, ServerEndpoint::firstAddress)) return;
        slice.put("addressType", address.getAddress().length == 4 ? "IPv4" : "IPv6");
        if (!isAmong(known, ServerEndpoint::firstAddress)) {
            var added = endpoints.addObject();
            added.putArray("addresses").add(address.getHostAddress());
            added.putObject("conditions").put("ready", true);
        }
        slice.set("endpoints", endpoints);
        slice.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", port);
    }

    /** Takes this server out of the slice of the endpoints of the service. */
    public void leaveSlice(ObjectNode slice) {
        if (hasPort(slice)) slice.set("endpoints", without(slice.path("endpoints"), ServerEndpoint::firstAddress));
    }

    private static String firstAddress(JsonNode endpoint) {
        return endpoint.path("addresses").path(0).asText();
    }

    private ArrayNode kept(JsonNode known, Function<JsonNode, String> addressOf, Predicate<String> isAlive) {
        var kept = JsonNodeFactory.instance.arrayNode();
        for (var each : known) {
            if (isOwn(addressOf.apply(each)) || isAlive.test(addressOf.apply(each))) kept.add(each);
        }
        return kept;
    }

    private ArrayNode without(JsonNode known, Function<JsonNode, String> addressOf) {
        var others = JsonNodeFactory.instance.arrayNode();
        for (var each : known) if (!isOwn(addressOf.apply(each))) others.add(each);
        return others;
    }

    private boolean isAmong(JsonNode known, Function<JsonNode, String> addressOf) {
        for (var each : known) if (isOwn(addressOf.apply(each))) return true;
        return false;
    }

    /** Servers that listen on other ports are others' endpoints no more: all servers of a cluster listen on the same. */
    private boolean hasPort(JsonNode holder) {
        return integer(holder.path("ports").path(0), "port", 0) == port;
    }

    private boolean isOwn(String other) {
        return other.equals(address.getHostAddress());
    }
}
