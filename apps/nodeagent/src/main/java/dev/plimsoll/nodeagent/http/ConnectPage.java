package dev.plimsoll.nodeagent.http;

import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.streams.SessionServer;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.Relay;
import dev.plimsoll.streams.UpgradedConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code /connect/ADDRESS/PORT}: a connection to a pod that only its node reaches, as the bytes that come after the upgrade to
 * {@code tcp}. The API server asks for it; where pods are on the network of the machine the page is not there.
 */
final class ConnectPage {
    private static final Duration IDLE = Duration.ofHours(4);
    private static final String PATH = "connect";

    private ConnectPage() {}

    static boolean isAt(List<String> parts) {
        return parts.size() == 3 && parts.getFirst().equals(PATH);
    }

    /** Begins the connection and completes the callback, or says why not. */
    static Optional<NodeReply> open(NodeAgent agent, List<String> parts, SessionServer.Upgrade upgrade) {
        var network = agent.runtime().network();
        if (network.isEmpty()) return Optional.of(NodeReply.notFound());
        if (!parts.get(2).matches("[0-9]{1,5}") || !UpgradedConnection.isPossible(upgrade.request()))
            return Optional.of(NodeReply.text(400, "expected a port, and the headers of an upgrade to tcp\n"));
        DuplexStream server;
        try {
            server = network.get().connect(parts.get(1), Integer.parseInt(parts.get(2)));
        } catch (IOException _) {
            return Optional.of(NodeReply.text(502, "connect: connection refused\n"));
        }
        UpgradedConnection.begin(
                upgrade.request(),
                upgrade.response(),
                upgrade.callback(),
                Map.of("Connection", "Upgrade", "Upgrade", "tcp"),
                IDLE,
                client -> Relay.run(client, server, IDLE));
        return Optional.empty();
    }
}
