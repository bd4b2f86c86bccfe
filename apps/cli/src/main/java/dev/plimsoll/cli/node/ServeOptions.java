package dev.plimsoll.cli.node;

import dev.plimsoll.cli.connection.ServingFiles;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.http.KubeletConfiguration;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.nodeagent.pinned.PinnedResources;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.streams.SessionServer;
import dev.plimsoll.podresources.PodResourcesServer;
import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.runtime.access.ReviewedAccess;
import dev.plimsoll.runtime.http.ServingTls;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What nodes serve to others. */
final class ServeOptions {
    private static final int OFF = -1;

    @Option(
            names = "--serve",
            paramLabel = "[ADDRESS:]PORT",
            description = {
                "Serve what a kubelet serves, over TLS: /healthz, /pods, /runningpods/, /allocatedPods (if its gate is on), /stats/summary,",
                "/metrics, /metrics/resource, /metrics/cadvisor, /configz, /containerLogs. The API is told where, so that kubectl logs",
                "works, and is asked who may see it (nodes/proxy, nodes/stats, nodes/metrics ...). Of several nodes each has its pages below /nodes/NAME; /metrics and",
                "/healthz speak for all. Without an address on 127.0.0.1."
            })
    private String serve = "";

    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            description = {
                "Serve with this certificate; without it with one that nobody has signed. Files that change are read again."
            })
    private @Nullable Path certificate;

    @Option(names = "--tls-private-key-file", paramLabel = "FILE", description = "Its key (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--client-ca-file",
            paramLabel = "FILE",
            description =
                    "Believe client certificates that these authorities signed; without it those of the kubeconfig's authority.")
    private @Nullable Path clientAuthorities;

    @Option(
            names = "--read-only-port",
            paramLabel = "PORT",
            defaultValue = "-1",
            description =
                    "Serve /healthz, /pods, /stats and /metrics on this port of 127.0.0.1 to everybody, without TLS.")
    private int readOnlyPort = OFF;

    @Option(
            names = "--healthz-port",
            paramLabel = "PORT",
            defaultValue = "-1",
            description = "Serve /healthz on this port of 127.0.0.1, without TLS.")
    private int healthzPort = OFF;

    @Option(
            names = "--streaming-connection-idle-timeout",
            paramLabel = "DURATION",
            defaultValue = "4h",
            converter = DurationConverter.class,
            description = {
                "End sessions of exec, attach and port-forward in which nothing comes or goes for so long; 0 for never (default: ${DEFAULT-VALUE})."
            })
    private Duration idle = SessionServer.USUAL_IDLE;

    @Option(
            names = "--pod-resources",
            paramLabel = "DIR",
            description = "Serve the pod resources API (gRPC) of each node at DIR/NODE/pod-resources/kubelet.sock.")
    private @Nullable Path podResources;

    /** Servers that were started, to be stopped in reverse order. */
    record Started(Deque<AutoCloseable> servers, List<String> addresses) implements AutoCloseable {
        @Override
        public void close() {
            while (!servers.isEmpty()) {
                try {
                    servers.pop().close();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /**
     * Where nodes serve: known before they register, so that they can say so.
     *
     * @param serverOrNull null if they serve nothing
     */
    record Endpoint(@Nullable NodeServer serverOrNull, String host) implements AutoCloseable {
        int port() {
            return serverOrNull == null ? 0 : serverOrNull.port();
        }

        /** A node that listens everywhere is reached at the address that it had without this. */
        NodeShape told(NodeShape shape) {
            if (serverOrNull == null) return shape;
            return shape.servedAt(host.equals("0.0.0.0") || host.equals("::") ? shape.address() : host, port());
        }

        @Override
        public void close() {
            if (serverOrNull != null) serverOrNull.close();
        }
    }

    /**
     * Takes the address of {@code --serve}.
     *
     * @param authority whose client certificates are believed if no option says so, as PEM text; empty for nobody's
     * @param ownOrNull shows the certificate to serve with, if no option names one
     * @param problems told when the files of the certificate have changed and cannot be used
     * @throws IOException if it is taken, or a file cannot be read
     */
    Endpoint bound(String authority, Instant now, @Nullable KeyManager ownOrNull, Consumer<String> problems)
            throws IOException {
        if (serve.isEmpty()) return new Endpoint(null, "");
        var address = address(serve);
        return new Endpoint(
                NodeServer.bound(address, tls(address, authority, now, ownOrNull, problems)), address.getHostString());
    }

    boolean isServing() {
        return !serve.isEmpty();
    }

    /** Whether the certificate to serve with is given. */
    boolean hasCertificate() {
        return certificate != null;
    }

    /**
     * Starts what was asked for.
     *
     * @throws IOException if an address is taken or a file cannot be read
     */
    Started start(
            Endpoint endpoint,
            Map<String, NodeAgent> nodes,
            FeatureGates gates,
            @Nullable ResourceManagers resourceManagers,
            EvictionHard evictionHard,
            NodeContext around)
            throws IOException {
        var content = new NodeServer.Content(
                nodes,
                around.client(),
                around.metrics().registry(),
                KubeletConfiguration.of(
                        gates, resourceManagers, evictionHard, swapBehavior(nodes), maxPods(nodes), idle),
                gates.isOn(Gate.KUBELET_ALLOCATED_PODS_ENDPOINT),
                around.time()::instant,
                idle);
        var started = new Started(new ArrayDeque<>(), new ArrayList<>());
        try {
            if (endpoint.serverOrNull() != null) {
                var access = ReviewedAccess.ofNode(around.client(), around.time()::instant);
                endpoint.serverOrNull().serve(access, NodeServer.Scope.ALL, content);
                started.addresses.add("https://" + endpoint.host() + ":" + endpoint.port());
            }
            if (readOnlyPort != OFF) started.servers.push(open(readOnlyPort, NodeServer.Scope.READ_ONLY, content));
            if (healthzPort != OFF) started.servers.push(open(healthzPort, NodeServer.Scope.HEALTH, content));
            if (podResources != null) {
                for (var node : nodes.entrySet()) {
                    var socket = podResources.resolve(node.getKey()).resolve("pod-resources/kubelet.sock");
                    var resources = PinnedResources.under(gates, node.getValue(), resourceManagers);
                    started.servers.push(PodResourcesServer.start(socket, resources, around.time()::nanos));
                }
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static String swapBehavior(Map<String, NodeAgent> nodes) {
        return nodes.values().stream()
                .findFirst()
                .map(node -> node.shape().abilities().swapBehavior())
                .orElse(NodeAbilities.NO_SWAP);
    }

    private static long maxPods(Map<String, NodeAgent> nodes) {
        return nodes.values().stream()
                .findFirst()
                .map(node -> node.shape().capacity().amount(ResourceName.PODS).value())
                .orElse(0L);
    }

    private static NodeServer open(int port, NodeServer.Scope scope, NodeServer.Content content) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return NodeServer.start(address, null, Access.OPEN, scope, content);
    }

    private static InetSocketAddress address(String text) throws IOException {
        var colon = text.lastIndexOf(':');
        try {
            var port = Integer.parseInt(text.substring(colon + 1));
            return new InetSocketAddress(colon < 0 ? "127.0.0.1" : text.substring(0, colon), port);
        } catch (IllegalArgumentException _) {
            throw new IOException(
                    "--serve " + text + ": expected a port, or an address and a port such as 0.0.0.0:10250");
        }
    }

    private ServingTls tls(
            InetSocketAddress address,
            String authority,
            Instant now,
            @Nullable KeyManager ownOrNull,
            Consumer<String> problems)
            throws IOException {
        return new ServingFiles(certificate, key)
                .tls(
                        () -> authorities(authority),
                        () -> ownOrNull == null
                                ? ServingFiles.selfMade("plimsoll-node", address.getAddress(), now)
                                : ownOrNull,
                        problems);
    }

    private List<X509Certificate> authorities(String authority) throws IOException, GeneralSecurityException {
        var pem = clientAuthorities == null ? authority : Files.readString(clientAuthorities);
        return pem.isEmpty() ? List.of() : Pem.certificates(pem);
    }
}
