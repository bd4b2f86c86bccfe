package dev.plimsoll.core.model.lifecycle;

import java.util.List;

/** What a probe or a lifecycle hook does: a ProbeHandler or LifecycleHandler of the API. */
public sealed interface ContainerHandler {
    /** Runs a command in the container. */
    record Exec(List<String> command) implements ContainerHandler {
        public Exec {
            command = List.copyOf(command);
        }
    }

    /**
     * Asks a server of the pod.
     *
     * @param host empty for the pod's address
     * @param port a number, or the name of a port of the container
     */
    record HttpGet(String scheme, String host, String port, String path, List<Header> headers)
            implements ContainerHandler {
        public HttpGet {
            headers = List.copyOf(headers);
        }
    }

    record Header(String name, String value) {}

    /**
     * Opens a connection.
     *
     * @param host empty for the pod's address
     * @param port a number, or the name of a port of the container
     */
    record TcpSocket(String host, String port) implements ContainerHandler {}

    /** Asks a server of the pod by the protocol grpc.health.v1. */
    record Grpc(int port, String service) implements ContainerHandler {}

    /** Lets time pass; hooks only. */
    record Sleep(long seconds) implements ContainerHandler {}
}
