package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.apiserver.nodes.NodeEndpoint;
import dev.plimsoll.apiserver.nodes.PodRelay;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.admission.WebhookEndpoint;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a service is reached. There is no name service here, and nobody need route the addresses of services: one of the pods behind
 * it is called. Where nobody keeps EndpointSlices, it is called at its own address.
 */
public final class ServiceAddress {
    private final Registry registry;
    private final Kind services;
    private final Kind slices;
    private final Kind nodes;

    public ServiceAddress(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.services = kinds.named("", "Service");
        this.slices = kinds.named("discovery.k8s.io", "EndpointSlice");
        this.nodes = kinds.named("", "Node");
    }

    /**
     * Where one of the pods behind a service is.
     *
     * @param text a host and a port; one of family IPv6 is in brackets
     * @param wayOrNull the way to a pod that only its node reaches; null where the address is enough
     */
    public record Place(String text, PodRelay.@Nullable Way wayOrNull) {}

    /** The same with the way there. */
    public Place place(WebhookEndpoint.Service wanted) throws IOException {
        var ready = ready(wanted);
        if (ready.isEmpty()) return new Place(of(wanted), null);
        var chosen = ready.get();
        var text = text(chosen.host(), chosen.port());
        if (chosen.node().isEmpty()) return new Place(text, null);
        var node = registry.find(nodes, "", chosen.node()).map(found -> new NodeObject(found.tree()));
        return node.isPresent()
                        && node.get().isSimulated()
                        && NodeEndpoint.of(node.get()) instanceof NodeEndpoint.At(var base)
                ? new Place(text, new PodRelay.Way(chosen.node(), base, chosen.host(), chosen.port()))
                : new Place(text, null);
    }

    private Optional<EndpointSliceObject.Address> ready(WebhookEndpoint.Service wanted) throws IOException {
        var found = registry.find(services, wanted.namespace(), wanted.name());
        if (found.isEmpty()) return Optional.empty();
        var service = new ServiceObject(found.get().tree());
        if (service.type().equals("ExternalName")) return Optional.empty();
        var name = portName(service, wanted);
        return registry.recent(slices, wanted.namespace()).objects().stream()
                .map(object -> new EndpointSliceObject(object.object().tree()))
                .filter(slice -> slice.serviceName().equals(wanted.name()))
                .flatMap(slice -> slice.readyAddresses(name).stream())
                .findFirst();
    }

    /** A host and a port; one of family IPv6 is in brackets. A service that is a name of somebody else is called by that name. */
    public String of(WebhookEndpoint.Service wanted) throws IOException {
        var found = registry.find(services, wanted.namespace(), wanted.name());
        if (found.isEmpty()) throw new IOException("service \"" + wanted.name() + "\" not found");
        var service = new ServiceObject(found.get().tree());
        if (service.type().equals("ExternalName")) return service.externalName() + ":" + wanted.port();
        var name = portName(service, wanted);
        var isKept = false;
        for (var object : registry.recent(slices, wanted.namespace()).objects()) {
            var slice = new EndpointSliceObject(object.object().tree());
            if (!slice.serviceName().equals(wanted.name())) continue;
            isKept = true;
            var ready = slice.readyAddresses(name);
            if (!ready.isEmpty())
                return text(ready.getFirst().host(), ready.getFirst().port());
        }
        if (isKept) throw new IOException("no endpoints available for service \"" + wanted.name() + "\"");
        if (service.clusterIp().isEmpty()) throw new IOException("service \"" + wanted.name() + "\" has no clusterIP");
        return text(service.clusterIp(), wanted.port());
    }

    private static String portName(ServiceObject service, WebhookEndpoint.Service wanted) throws IOException {
        for (var port : service.ports()) if (port.port() == wanted.port()) return port.name();
        throw new IOException("no service port " + wanted.port() + " found for service \"" + wanted.name() + "\"");
    }

    private static String text(String address, int port) {
        return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }
}
