package dev.plimsoll.nodeagent.runtime;

import java.net.URI;

/** Who serves a session in a container. */
public sealed interface StreamTarget {
    /** The runtime itself, at this address: the client's connection is passed on to it. */
    record At(URI address) implements StreamTarget {}

    /** This process: a command, or what runs already. */
    public record Command(ContainerProcess process) implements StreamTarget {}

    /** This process: ports of a pod. */
    record Ports(PodPorts ports) implements StreamTarget {}

    /**
     * Nobody.
     *
     * @param status of HTTP
     */
    record Refused(int status, String why) implements StreamTarget {}
}
