package dev.plimsoll.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Addresses of simulated nodes. Each has one of its own on the loopback network, 127.1.x.y, where this machine answers there (Linux does;
 * elsewhere all nodes share 127.0.0.1).
 *
 * @param own in the order of the nodes; empty where they share one
 */
record NodeAddresses(List<InetAddress> own) {
    static final InetAddress SHARED = InetAddress.ofLiteral("127.0.0.1");

    /** Each is a socket that listens, and a name in one certificate. */
    private static final int MOST = 1_000;

    private static final int IN_BLOCK = 254;

    NodeAddresses {
        own = List.copyOf(own);
    }

    /** For so many nodes. */
    static NodeAddresses of(int nodes) {
        if (nodes == 0 || nodes > MOST || !isOnMachine(own(0))) return new NodeAddresses(List.of());
        return new NodeAddresses(
                IntStream.range(0, nodes).mapToObj(NodeAddresses::own).toList());
    }

    private static InetAddress own(int node) {
        return InetAddress.ofLiteral("127.1." + node / IN_BLOCK + "." + (1 + node % IN_BLOCK));
    }

    private static boolean isOnMachine(InetAddress address) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return true;
        } catch (IOException _) {
            return false; // such as "Can't assign requested address"
        }
    }

    /** That of a node, by its place among all of them. */
    String text(int node) {
        return (own.isEmpty() ? SHARED : own.get(node)).getHostAddress();
    }
}
