package dev.plimsoll.nodeagent.simulated.network;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.nodeagent.runtime.UnknownServerException;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.StreamPair;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * The network of all simulated pods of a process. It leads to pods by their addresses, to services by their cluster IPs and node ports, to
 * nodes by their host ports. Connections are pipes; on the machine's own network is only what the service {@code kubernetes} leads to, the
 * API server.
 */
public final class SimulatedNetwork {
    private static final Duration LONGEST_START = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final int FIRST_CLIENT_PORT = 32_768;
    private static final int CLIENT_PORTS = 28_000;
    private static final int CONNECT_MILLIS = 5_000;
    private static final String LOCALHOST = "127.0.0.1";

    private record Place(String address, int port, Protocol protocol) {}

    /** Who listens: the one or the other, as the protocol has it. */
    private sealed interface Listener {
        record OfConnections(Server server) implements Listener {}

        record OfDatagrams(DatagramServer server) implements Listener {}

        /** The API server, the only one that is on the machine's network. */
        record OfMachine() implements Listener {}
    }

    private final Map<Place, List<Listener>> listeners = new ConcurrentHashMap<>();
    private final List<NetworkHost> hosts = new CopyOnWriteArrayList<>();
    private final ServiceRoutes routes;
    private final ClusterNames names;
    private final SessionAffinity affinity;
    private final Time time;
    private final AtomicInteger clientPorts = new AtomicInteger();
    private final ThreadFactory threads =
            ComponentThreads.named("simulated-connection-", 0).factory();

    public SimulatedNetwork(ClusterServices services, Time time, RandomGenerator random) {
        this.routes = new ServiceRoutes(services);
        this.names = new ClusterNames(services);
        this.affinity = new SessionAffinity(random);
        this.time = time;
    }

    /** Adds a node. */
    public void add(NetworkHost host) {
        hosts.add(host);
    }

    public ClusterNames names() {
        return names;
    }

    /** Somebody who listens, until it is closed. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** Listens for connections. */
    public Listening listen(String address, int port, Server server) throws BindException {
        return listen(new Place(address, port, Protocol.TCP), new Listener.OfConnections(server));
    }

    /** Listens for datagrams. */
    public Listening listenForDatagrams(String address, int port, DatagramServer server) throws BindException {
        return listen(new Place(address, port, Protocol.UDP), new Listener.OfDatagrams(server));
    }

    private Listening listen(Place place, Listener listener) throws BindException {
        var isShared = hosts.stream()
                        .filter(host -> host.address().equals(place.address()))
                        .count()
                > 1;
        synchronized (listeners) {
            var there = listeners.computeIfAbsent(place, _ -> new CopyOnWriteArrayList<>());
            // Several simulated nodes may have one address.
            if (!there.isEmpty() && !isShared)
                throw new BindException(
                        "listen " + place.protocol() + " :" + place.port() + ": address already in use");
            there.add(listener);
        }
        return () -> {
            synchronized (listeners) {
                var there = listeners.get(place);
                if (there == null) return;
                there.remove(listener);
                if (there.isEmpty()) listeners.remove(place);
            }
        };
    }

    /**
     * Connects.
     *
     * @param address a literal one
     * @throws UnknownServerException if it is not known what runs there
     * @throws ConnectException if nobody listens there
     */
    public DuplexStream connect(ConnectionOrigin from, String address, int port) throws IOException {
        var found = find(from, address, port, Protocol.TCP);
        if (found.listener() instanceof Listener.OfMachine) return onMachine(found.at());
        if (!(found.listener() instanceof Listener.OfConnections(var server))) throw refused(address, port);
        var pair = StreamPair.open();
        var client = new Destination(from.address(), FIRST_CLIENT_PORT + clientPorts.incrementAndGet() % CLIENT_PORTS);
        var connection = new Server.Connection(pair.server(), client, found.at());
        threads.newThread(() -> serve(server, connection)).start();
        return pair.client();
    }

    private static DuplexStream onMachine(Destination at) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(at.address()), at.port()), CONNECT_MILLIS);
            return new SocketStream(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void serve(Server server, Server.Connection connection) {
        try (var _ = connection.stream()) {
            server.serve(connection);
        } catch (IOException _) {
            // The client has gone, or sent what nobody understands; closing is all that is left.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the thread ends with the connection
        }
    }

    /** Sends a datagram; what comes back, which may be nothing. */
    public Optional<String> send(ConnectionOrigin from, String address, int port, String datagram) throws IOException {
        var found = find(from, address, port, Protocol.UDP);
        if (!(found.listener() instanceof Listener.OfDatagrams(var server))) throw refused(address, port);
        return server.answer(datagram, new Destination(from.address(), FIRST_CLIENT_PORT));
    }

    /**
     * What a server says of its health.
     *
     * @throws IOException if nobody listens there, or somebody who does not know of health
     */
    public boolean isServing(ConnectionOrigin from, String address, int port, String service) throws IOException {
        var found = find(from, address, port, Protocol.TCP);
        if (found.listener() instanceof Listener.OfConnections(HealthServer server)) return server.isServing(service);
        throw new IOException("the server at " + address + " port " + port + " speaks no gRPC");
    }

    private record Found(Listener listener, Destination at) {}

    private Found find(ConnectionOrigin from, String address, int port, Protocol protocol) throws IOException {
        var end = time.nanos() + LONGEST_START.toNanos();
        while (true) {
            var led = destination(from, address, port, protocol);
            var destination = led.to();
            if (led.isApiServer() && protocol == Protocol.TCP) return new Found(new Listener.OfMachine(), destination);
            var place = new Place(destination.address(), destination.port(), protocol);
            var there = listeners.getOrDefault(place, List.of());
            if (!there.isEmpty()) return new Found(there.getFirst(), destination);
            var pod = pod(destination.address());
            if (pod.isPresent() && pod.get().isStarting() && time.nanos() < end) {
                pause();
                continue;
            }
            var placeholder = pod.flatMap(each -> each.placeholder(destination.port()));
            if (placeholder.isPresent() && protocol == Protocol.TCP)
                return new Found(new Listener.OfConnections(placeholder.get()), destination);
            if (pod.isPresent() && !pod.get().isUnderstood())
                throw new UnknownServerException("Connection refused: it is not known what runs at " + address);
            throw refused(address, port);
        }
    }

    private void pause() throws ConnectException {
        try {
            time.sleep(LOOK);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ConnectException("interrupted");
        }
    }

    private Optional<PodPlace> pod(String address) {
        return hosts.stream().flatMap(host -> host.pod(address).stream()).findFirst();
    }

    /** Where a connection ends. */
    private record Led(Destination to, boolean isApiServer) {
        static Led to(Destination destination) {
            return new Led(destination, false);
        }
    }

    /** Services and nodes lead a connection on. */
    private Led destination(ConnectionOrigin from, String address, int port, Protocol protocol) throws IOException {
        var isNode = isNode(address);
        // Simulated nodes have addresses of the loopback's network; where they share 127.0.0.1, what the pod itself
        // serves comes first.
        var isHere = isLoopback(address) && (!isNode || address.equals(LOCALHOST));
        var own = new Destination(from.address(), port);
        if (isHere && isServed(own, protocol)) return Led.to(own);
        var place = new Destination(address, port);
        if (listeners.containsKey(new Place(address, port, protocol))) return Led.to(place);
        // The loopback of a pod that is on its node's network is the node's.
        if (isNode || (isHere && isNode(from.address()))) {
            var node = isNode ? address : from.nodeAddress();
            for (var host : hosts) {
                var led = host.address().equals(node)
                        ? host.hostPort(address, port, protocol)
                        : Optional.<Destination>empty();
                if (led.isPresent()) return Led.to(led.get());
            }
            var route = routes.ofNodePort(port, protocol);
            if (route.isPresent()) return chosen(route.get(), from, address, port);
            return new Led(place, routes.isApiServer(place));
        }
        if (isHere) return routes.isApiServer(place) ? new Led(place, true) : Led.to(own);
        if (pod(address).isPresent()) return Led.to(new Destination(address, port));
        var route = routes.ofAddress(address, port, protocol);
        if (route.isPresent()) return chosen(route.get(), from, address, port);
        if (routes.isApiServer(new Destination(address, port))) return new Led(new Destination(address, port), true);
        throw new UnknownServerException("Connection refused: nothing is known of " + address);
    }

    private boolean isServed(Destination place, Protocol protocol) {
        return listeners.containsKey(new Place(place.address(), place.port(), protocol))
                || pod(place.address())
                        .flatMap(each -> each.placeholder(place.port()))
                        .isPresent();
    }

    private Led chosen(ServiceRoutes.Route route, ConnectionOrigin from, String address, int port) throws IOException {
        if (route.destinations().isEmpty()) throw refused(address, port);
        return new Led(affinity.choose(route, from.address(), time.instant()), route.isApiServer());
    }

    private boolean isNode(String address) {
        return hosts.stream().anyMatch(host -> host.address().equals(address));
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.ofLiteral(address).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false; // a name has been looked up by now; what is none is nowhere
        }
    }

    private static ConnectException refused(String address, int port) {
        return new ConnectException("Connection refused: nobody listens at " + address + " port " + port);
    }
}
