package dev.plimsoll.core.model;

import java.util.ArrayList;
import java.util.List;

/** A port of the node that a pod takes for itself. An empty address is all of them, an empty protocol TCP. */
public record HostPort(String address, String protocol, int port) {
    private static final String ANY = "0.0.0.0";

    public HostPort {
        if (address.isEmpty()) address = ANY;
        if (protocol.isEmpty()) protocol = "TCP";
    }

    /** The ports that a pod takes while it runs; those of containers that are done before are free again. */
    public static List<HostPort> of(PodSpec spec) {
        var ports = new ArrayList<HostPort>();
        for (var container : spec.containers()) add(container, ports);
        for (var container : spec.initContainers()) if (container.restartsAlways()) add(container, ports);
        return ports;
    }

    private static void add(Container container, List<HostPort> ports) {
        for (var port : container.details().ports()) {
            if (port.hostPort() > 0) ports.add(new HostPort(port.hostIP(), port.protocol(), port.hostPort()));
        }
    }

    public boolean clashesWith(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (address.equals(other.address) || address.equals(ANY) || other.address.equals(ANY));
    }
}
