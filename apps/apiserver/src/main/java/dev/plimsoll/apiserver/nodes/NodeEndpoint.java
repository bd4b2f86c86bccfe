package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.objects.node.NodeObject;
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

    static NodeEndpoint of(NodeObject node) {
        if (node.kubeletPort() == 0) return new Missing();
        for (var type : PREFERRED) {
            var address = node.address(type);
            if (address.isPresent()) return at(address.get(), node.kubeletPort());
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
