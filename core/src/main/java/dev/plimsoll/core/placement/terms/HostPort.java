package dev.plimsoll.core.placement.terms;

/** A port of the node that a pod takes for itself. An empty address is all of them, an empty protocol TCP. */
public record HostPort(String address, String protocol, int port) {
    private static final String ANY = "0.0.0.0";

    public HostPort {
        if (address.isEmpty()) address = ANY;
        if (protocol.isEmpty()) protocol = "TCP";
    }

    public boolean clashesWith(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (address.equals(other.address) || address.equals(ANY) || other.address.equals(ANY));
    }
}
