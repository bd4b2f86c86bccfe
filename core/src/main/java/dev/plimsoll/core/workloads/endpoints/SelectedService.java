package dev.plimsoll.core.workloads.endpoints;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.PodNetwork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A service that finds its pods by a selector.
 *
 * @param families of addresses, {@code IPv4} or {@code IPv6}
 * @param isHeadless whether it has no address of its own
 * @param publishesNotReady whether its pods count as ready from the moment they have an address
 */
public record SelectedService(
        ObjectMetadata meta, List<Port> ports, List<String> families, boolean isHeadless, boolean publishesNotReady) {
    private static final String HEADLESS_LABEL = "service.kubernetes.io/headless";

    public SelectedService {
        ports = List.copyOf(ports);
        families = List.copyOf(families);
    }

    /**
     * A port of the service.
     *
     * @param target the port of the pods, by number or by name
     */
    public record Port(String name, String protocol, String appProtocol, int port, IntOrString target) {
        private OptionalInt of(PodNetwork network) {
            return switch (target) {
                case IntOrString.Absent() -> OptionalInt.of(port);
                case IntOrString.Int(var number) -> OptionalInt.of(number == 0 ? port : (int) number);
                case IntOrString.Text(var name) -> network.port(name, protocol);
            };
        }
    }

    /** The labels of the service that its endpoints have too. */
    public Map<String, String> endpointLabels() {
        var labels = new HashMap<>(meta.labels());
        labels.remove(HEADLESS_LABEL);
        if (isHeadless) labels.put(HEADLESS_LABEL, "");
        return Map.copyOf(labels);
    }

    /**
     * When that happened which the endpoints show: the last change of a pod's readiness, or the making of the service.
     *
     * @param pods those that the service selects
     */
    public Instant lastTrigger(Collection<ControlledPod> pods) {
        var last = meta.created();
        for (var pod : pods) if (pod.readySince().isAfter(last)) last = pod.readySince();
        return last;
    }

    /** The ports at which a pod answers. A name that none of its containers knows is left out. */
    List<EndpointPort> portsOf(PodNetwork network) {
        var found = new ArrayList<EndpointPort>();
        for (var port : ports) {
            port.of(network)
                    .ifPresent(number ->
                            found.add(new EndpointPort(port.name(), port.protocol(), port.appProtocol(), number)));
        }
        return found.stream().sorted().toList();
    }

    /** Whether a pod answers for a service at all, ready or not. */
    static boolean isEndpoint(ControlledPod pod) {
        return !pod.isTerminal() && !pod.network().addresses().isEmpty();
    }

    /**
     * The endpoint that a pod is.
     *
     * @param zones by node
     */
    Endpoint endpoint(ControlledPod pod, String address, Map<String, String> zones) {
        var network = pod.network();
        var serving = pod.isReady();
        var terminating = pod.meta().isBeingDeleted();
        var named = !network.hostname().isEmpty()
                && network.subdomain().equals(meta.name())
                && pod.meta().namespace().equals(meta.namespace());
        return new Endpoint(
                address,
                publishesNotReady || (serving && !terminating),
                serving,
                terminating,
                pod.node(),
                zones.getOrDefault(pod.node(), ""),
                named ? network.hostname() : "",
                new Endpoint.PodReference(pod.meta().namespace(), pod.name(), pod.uid()));
    }
}
