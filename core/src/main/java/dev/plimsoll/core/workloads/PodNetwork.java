package dev.plimsoll.core.workloads;

import java.util.List;
import java.util.OptionalInt;

/**
 * Where a pod can be reached.
 *
 * @param addresses of either family, the first one being that of the pod; empty while it has none
 * @param hostname as its spec asks for; empty where it does not
 * @param subdomain as its spec asks for; empty where it does not
 * @param ports those of its containers that have names, in order
 */
public record PodNetwork(List<String> addresses, String hostname, String subdomain, List<NamedPort> ports) {
    public static final PodNetwork NONE = new PodNetwork(List.of(), "", "", List.of());

    public PodNetwork {
        addresses = List.copyOf(addresses);
        ports = List.copyOf(ports);
    }

    /** A port of a container that others know by name. */
    public record NamedPort(String name, String protocol, int number) {}

    /** The number behind a name. */
    public OptionalInt port(String name, String protocol) {
        return ports.stream()
                .filter(each -> each.name().equals(name) && each.protocol().equals(protocol))
                .mapToInt(NamedPort::number)
                .findFirst();
    }

    /** The first address of a family; empty where there is none. */
    public String address(boolean isIpv6) {
        for (var address : addresses) if (address.indexOf(':') >= 0 == isIpv6) return address;
        return "";
    }
}
