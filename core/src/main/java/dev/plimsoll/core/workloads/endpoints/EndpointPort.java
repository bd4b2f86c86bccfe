package dev.plimsoll.core.workloads.endpoints;

import java.util.Comparator;

/**
 * A port at which endpoints answer.
 *
 * @param appProtocol empty where nobody says
 */
public record EndpointPort(String name, String protocol, String appProtocol, int number)
        implements Comparable<EndpointPort> {
    private static final Comparator<EndpointPort> ORDER = Comparator.comparing(EndpointPort::name)
            .thenComparingInt(EndpointPort::number)
            .thenComparing(EndpointPort::protocol)
            .thenComparing(EndpointPort::appProtocol);

    @Override
    public int compareTo(EndpointPort other) {
        return ORDER.compare(this, other);
    }
}
