package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.nodes.NodeEndpoint;
import dev.plimsoll.apiserver.nodes.PodRelay;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Finds where nodes, pods and services are, by what the objects say and nothing that the client says. */
final class ProxyTargets {
    /** Of a pod that names no port. */
    private static final int HTTP = 80;

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
        var pod = new PodObject(
                registry.get(kinds.named("", "Pod"), namespace, asked.name()).tree());
        var address = address(pod.ip());
        var port = asked.port().isEmpty()
                ? pod.firstPort().orElse(HTTP)
                : asked.portNumber().orElseThrow(() -> invalid("pod", text));
        return other(asked.scheme(), address, port, pod.nodeName());
    }

    ProxyTarget service(String namespace, String text) {
        var asked = parsed("service", text);
        var name = asked.name();
        var service = new ServiceObject(
                registry.get(kinds.named("", "Service"), namespace, name).tree());
        for (var port : service.ports()) {
            // A service with one port needs no name for it.
            var isMeant = asked.port().isEmpty()
                    ? port.name().isEmpty() || service.portCount() == 1
                    : port.name().equals(asked.port())
                            || String.valueOf(port.port()).equals(asked.port());
            if (isMeant) return endpoint(namespace, name, port.name(), asked.scheme());
        }
        throw unavailable(
                asked.port().isEmpty()
                        ? "no endpoints available for service \"" + text + "\""
                        : "no service port \"" + asked.port() + "\" found for service \"" + name + "\"");
    }

    private ProxyTarget endpoint(String namespace, String service, String portName, String scheme) {
        var ready = new ArrayList<EndpointSliceObject.Address>();
        for (var each : registry.latest(kinds.named("discovery.k8s.io", "EndpointSlice"), namespace)
                .objects()) {
            var slice = new EndpointSliceObject(each.object().tree());
            if (slice.serviceName().equals(service)) ready.addAll(slice.readyAddresses(portName));
        }
        if (ready.isEmpty()) throw unavailable("no endpoints available for service \"" + service + "\"");
        var chosen = ready.get(random.nextInt(ready.size()));
        return other(scheme, address(chosen.host()), chosen.port(), chosen.node());
    }

    private static InetAddress address(String text) {
        var plain = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
        return ProxyableAddress.of(plain)
                .orElseThrow(() -> new RefusedException(new Refusal.BadRequest(ProxyableAddress.NOT_ALLOWED)));
    }

    /** @param node on which a pod has the address; empty where nobody says */
    private ProxyTarget other(String scheme, InetAddress address, int port, String node) {
        var direct = other(scheme, address, port);
        var found = node.isEmpty() ? Optional.<NodeObject>empty() : node(kinds, registry, node);
        if (found.isEmpty() || !found.get().isSimulated()) return direct;
        return NodeEndpoint.of(found.get()) instanceof NodeEndpoint.At(var base)
                ? new ProxyTarget.OfPod(new PodRelay.Way(node, base, address.getHostAddress(), port), direct.base())
                : direct;
    }

    private static Optional<NodeObject> node(Kinds kinds, Registry registry, String name) {
        return registry.find(kinds.named("", "Node"), "", name).map(found -> new NodeObject(found.tree()));
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
