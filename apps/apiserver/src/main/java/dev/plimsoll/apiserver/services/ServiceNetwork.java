package dev.plimsoll.apiserver.services;

import dev.plimsoll.core.services.AddressRange;
import dev.plimsoll.core.services.PortRange;

/** What services get their addresses and node ports from. All servers of a store have the same. */
public record ServiceNetwork(AddressRange addresses, PortRange nodePorts) {
    public static final ServiceNetwork DEFAULT =
            new ServiceNetwork(AddressRange.parse("10.96.0.0/16"), PortRange.NODE_PORTS);
}
