package dev.plimsoll.apiserver.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** Where a node serves, as its status tells. Whoever writes the status may write anything. */
public sealed interface NodeEndpoint {
    List<String> PREFERRED = List.of("InternalIP", "ExternalIP", "InternalDNS", "ExternalDNS", "Hostname");

    /** At this address. */
    record At(URI base) implements NodeEndpoint {}

    /** It does not say. */
    record Missing() implements NodeEndpoint {}

    /** It says something that is no address. */
    record Unreadable(String address) implements NodeEndpoint {}

    static NodeEndpoint of(JsonNode node) {
        var status = node.path("status");
        var port = status.path("daemonEndpoints").path("kubeletEndpoint").path("Port");
        if (port.asInt() == 0) return new Missing();
        for (var type : PREFERRED) {
            for (var address : status.path("addresses")) {
                if (address.path("type").asText().equals(type))
                    return at(address.path("address").asText(), port.asInt());
            }
        }
        return new Missing();
    }

    private static NodeEndpoint at(String host, int port) {
        var shown = host + ":" + port;
        if (port < 1 || port > 65_535) return new Unreadable(shown);
        try {
            var bracketed = host.indexOf(':') < 0 ? host : "[" + host + "]";
            var base = new URI("https", null, bracketed, port, null, null, null);
            // No user, path or query may hide in a host.
            return bracketed.equals(base.getHost()) ? new At(base) : new Unreadable(shown);
        } catch (URISyntaxException _) {
            return new Unreadable(shown);
        }
    }
}
