package dev.plimsoll.apiserver.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.nodes.NodeEndpoint;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.node.NodeObject;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Finds where nodes, pods and services are, by what the objects say and nothing that the client says. */
final class ProxyTargets {
    private static final int HTTPS = 443;

    private final Registry registry;
    private final Kinds kinds;
    private final RandomGenerator random;

    ProxyTargets(Registry registry, Kinds kinds, RandomGenerator random) {
        this.registry = registry;
        this.kinds = kinds;
        this.random = random;
    }

    ProxyTarget.OfNode kubelet(String name) {
        return new ProxyTarget.OfNode(name, endpoint(name));
    }

    private URI endpoint(String name) {
        var node = registry.find(kinds.named("", "Node"), "", name)
                .orElseThrow(() -> new RefusedException(new Refusal.NotFound("", "nodes", name)))
                .tree();
        return switch (NodeEndpoint.of(new NodeObject(node))) {
            case NodeEndpoint.At(var base) -> base;
            case NodeEndpoint.Missing _ ->
                throw unavailable("node " + name + " cannot be reached: its status names no kubelet endpoint");
            case NodeEndpoint.Unreadable(var address) ->
                throw unavailable("node " + name + " cannot be reached: its status names the address \"" + address
                        + "\", which is none");
        };
    }

    /** The node's own server, or another port of the node. */
    ProxyTarget node(String text) {
        var asked = parsed("node", text);
        var own = endpoint(asked.name());
        if (asked.port().isEmpty() || asked.port().equals(String.valueOf(own.getPort())))
            return new ProxyTarget.OfNode(asked.name(), own);
        var port = asked.portNumber().orElseThrow(() -> invalid("node", text));
        return other(asked.scheme(), address(own.getHost()), port);
    }

    ProxyTarget pod(String namespace, String text) {
        var asked = parsed("pod", text);
        var pod = registry.get(kinds.named("", "Pod"), namespace, asked.name()).tree();
        var address = address(pod.path("status").path("podIP").asText());
        var port = asked.port().isEmpty() ? firstPort(pod) : asked.portNumber().orElseThrow(() -> invalid("pod", text));
        return other(asked.scheme(), address, port);
    }

    /** Of a pod that names no port. */
    private static int firstPort(JsonNode pod) {
        for (var container : pod.path("spec").path("containers")) {
            for (var port : container.path("ports"))
                return port.path("containerPort").asInt();
        }
        return 80;
    }

    ProxyTarget service(String namespace, String text) {
        var asked = parsed("service", text);
        var name = asked.name();
        var service = registry.get(kinds.named("", "Service"), namespace, name).tree();
        var ports = service.path("spec").path("ports");
        // A service with one port needs no name for it.
        var single = asked.port().isEmpty() && ports.size() == 1;
        for (var port : ports) {
            var isMeant = single
                    || (asked.port().isEmpty()
                            ? port.path("name").asText().isEmpty()
                            : port.path("name").asText().equals(asked.port())
                                    || port.path("port").asText().equals(asked.port()));
            if (isMeant) return endpoint(namespace, name, port.path("name").asText(), asked.scheme());
        }
        throw unavailable(
                asked.port().isEmpty()
                        ? "no endpoints available for service \"" + text + "\""
                        : "no service port \"" + asked.port() + "\" found for service \"" + name + "\"");
    }

    private ProxyTarget endpoint(String namespace, String service, String portName, String scheme) {
        var ready = new ArrayList<Endpoint>();
        for (var each : registry.latest(kinds.named("discovery.k8s.io", "EndpointSlice"), namespace)
                .objects()) {
            var slice = each.object().tree();
            var owner = slice.path("metadata").path("labels").path("kubernetes.io/service-name");
            if (owner.asText().equals(service)) ready.addAll(ready(slice, portName));
        }
        if (ready.isEmpty()) throw unavailable("no endpoints available for service \"" + service + "\"");
        var chosen = ready.get(random.nextInt(ready.size()));
        return other(scheme, address(chosen.address()), chosen.port());
    }

    private record Endpoint(String address, int port) {}

    private static List<Endpoint> ready(JsonNode slice, String portName) {
        var found = new ArrayList<Endpoint>();
        for (var port : slice.path("ports")) {
            if (!port.path("name").asText().equals(portName)) continue;
            for (var endpoint : slice.path("endpoints")) {
                if (!endpoint.path("conditions").path("ready").asBoolean(true)) continue;
                for (var address : endpoint.path("addresses"))
                    found.add(new Endpoint(address.asText(), port.path("port").asInt()));
            }
        }
        return found;
    }

    private static InetAddress address(String text) {
        var plain = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
        return ProxyableAddress.of(plain)
                .orElseThrow(() -> new RefusedException(new Refusal.BadRequest(ProxyableAddress.NOT_ALLOWED)));
    }

    private static ProxyTarget.OfOther other(String scheme, InetAddress address, int port) {
        var host = address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
        var chosen = scheme.isEmpty() ? (port == HTTPS ? "https" : "http") : scheme;
        return new ProxyTarget.OfOther(URI.create(chosen + "://" + host + ":" + port));
    }

    private static SchemeNamePort parsed(String kind, String text) {
        return SchemeNamePort.parse(text).orElseThrow(() -> invalid(kind, text));
    }

    private static RefusedException invalid(String kind, String text) {
        return new RefusedException(new Refusal.BadRequest("invalid " + kind + " request \"" + text + "\""));
    }

    private static RefusedException unavailable(String why) {
        return new RefusedException(new Refusal.Unavailable(why));
    }
}
