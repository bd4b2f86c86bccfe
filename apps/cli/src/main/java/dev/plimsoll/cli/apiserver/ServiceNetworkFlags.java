package dev.plimsoll.cli.apiserver;

import dev.plimsoll.apiserver.services.ServiceNetwork;
import dev.plimsoll.core.services.AddressRange;
import dev.plimsoll.core.services.PortRange;
import picocli.CommandLine.Option;

/** What services get their addresses and node ports from. */
public final class ServiceNetworkFlags {
    @Option(
            names = "--service-cluster-ip-range",
            paramLabel = "CIDR",
            defaultValue = "10.96.0.0/16",
            description = {
                "The block that cluster IPs of services come from (default: ${DEFAULT-VALUE}).",
                "All servers of a store have the same."
            })
    private String addresses = "10.96.0.0/16";

    @Option(
            names = "--service-node-port-range",
            paramLabel = "FIRST-LAST",
            defaultValue = "30000-32767",
            description = "The node ports of services (default: ${DEFAULT-VALUE}).")
    private String nodePorts = "30000-32767";

    /** Throws {@link IllegalArgumentException} for what is no range. */
    public ServiceNetwork network() {
        return new ServiceNetwork(
                read("--service-cluster-ip-range", addresses, AddressRange::parse),
                read("--service-node-port-range", nodePorts, PortRange::parse));
    }

    private interface Reader<T> {
        T read(String text);
    }

    private static <T> T read(String option, String text, Reader<T> reader) {
        try {
            return reader.read(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + text + ": " + e.getMessage(), e);
        }
    }
}
