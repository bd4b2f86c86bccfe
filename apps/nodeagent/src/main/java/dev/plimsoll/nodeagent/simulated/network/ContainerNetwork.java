package dev.plimsoll.nodeagent.simulated.network;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** The network as the programs of one container see it. */
public final class ContainerNetwork {
    private final SimulatedNetwork network;
    private final ConnectionOrigin origin;
    private final Supplier<String> hostsFile;

    /**
     * That of programs at one place.
     *
     * @param hostsFile the present text of {@code /etc/hosts}
     */
    public ContainerNetwork(SimulatedNetwork network, ConnectionOrigin origin, Supplier<String> hostsFile) {
        this.network = network;
        this.origin = origin;
        this.hostsFile = hostsFile;
    }

    /** That of a container which is alone. */
    public static ContainerNetwork none() {
        var network = new SimulatedNetwork(ClusterServices.NONE, Time.system(), new SplittableRandom(0));
        return new ContainerNetwork(network, ConnectionOrigin.ofNode("127.0.0.1"), () -> "");
    }

    public String address() {
        return origin.address();
    }

    public String namespace() {
        return origin.namespace();
    }

    public ClusterNames names() {
        return network.names();
    }

    /** The address of a host: of a literal one itself, else as the file or the name service has it. */
    public String resolve(String host) throws UnknownHostException {
        var bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        if (isLiteral(bare)) return bare;
        var inFile = inHostsFile(bare);
        if (!inFile.isEmpty()) return inFile.getFirst();
        if (bare.equals("localhost")) return "127.0.0.1";
        var found = network.names().addresses(origin.namespace(), bare);
        if (found.isEmpty()) throw new UnknownHostException(host);
        return found.getFirst();
    }

    /** The addresses that the file has for a name. */
    public List<String> inHostsFile(String name) {
        return hostsFile
                .get()
                .lines()
                .map(line -> List.of(line.replaceFirst("#.*", "").strip().split("\\s+", -1)))
                .filter(words ->
                        words.size() > 1 && words.subList(1, words.size()).contains(name))
                .map(List::getFirst)
                .toList();
    }

    private static boolean isLiteral(String host) {
        try {
            return InetAddress.ofLiteral(host) != null;
        } catch (IllegalArgumentException _) {
            return false; // a name, then
        }
    }

    public DuplexStream connect(String host, int port) throws IOException {
        return network.connect(origin, resolve(host), port);
    }

    public Optional<String> send(String host, int port, String datagram) throws IOException {
        return network.send(origin, resolve(host), port, datagram);
    }

    public SimulatedNetwork.Listening listen(int port, Server server) throws BindException {
        return network.listen(origin.address(), port, server);
    }

    public SimulatedNetwork.Listening listenForDatagrams(int port, DatagramServer server) throws BindException {
        return network.listenForDatagrams(origin.address(), port, server);
    }
}
