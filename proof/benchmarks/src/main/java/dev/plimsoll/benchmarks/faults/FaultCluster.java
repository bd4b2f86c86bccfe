package dev.plimsoll.benchmarks.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Members of etcd, two API servers, two schedulers, two controller managers, a recommender and a process of nodes. Everything that a part is
 * called through by others, or calls others through, is a {@link NetworkLink}.
 */
final class FaultCluster implements AutoCloseable {
    static final List<String> QUICK_LEASES = List.of(
            "--leader-elect-lease-duration",
            "3s",
            "--leader-elect-renew-deadline",
            "2s",
            "--leader-elect-retry-period",
            "500ms");

    /**
     * How large it is.
     *
     * @param members of etcd
     * @param hasRecommender whether there is one
     * @param leases options of the programs of which one leads
     */
    record Size(int members, int nodes, boolean hasRecommender, List<String> leases) {
        static final Size USUAL = new Size(3, 20, true, QUICK_LEASES);

        Size {
            leases = List.copyOf(leases);
        }

        Size withLeases(List<String> others) {
            return new Size(members, nodes, hasRecommender, others);
        }
    }

    private static final String TOKEN = "fault-run";
    private static final long LONGEST_START_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final List<Part> parts = new ArrayList<>();
    private final Path folder;
    private final List<String> launcher;
    private final List<Integer> serverPorts = new ArrayList<>();
    private final Size size;

    private FaultCluster(Path folder, List<String> launcher, Size size) {
        this.folder = folder;
        this.launcher = List.copyOf(launcher);
        this.size = size;
    }

    /**
     * Started, each API server when the one before it serves.
     *
     * @param launcher the command that starts plimsoll
     */
    static FaultCluster start(Path folder, List<String> launcher, Size size) throws IOException, InterruptedException {
        var cluster = new FaultCluster(folder, launcher, size);
        try {
            cluster.startAll();
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void startAll() throws IOException, InterruptedException {
        var etcd = startEtcd();
        startServer("apiserver-1", etcd);
        copyAuthority();
        startServer("apiserver-2", etcd);
        for (var i = 1; i <= 2; i++) startProgram("scheduler-" + i, size.leases(), "scheduler", "--healthz-port", "0");
        for (var i = 1; i <= 2; i++)
            startProgram("controllers-" + i, size.leases(), "controllers", "--healthz-port", "0");
        var data = folder.resolve("nodes").toString();
        startProgram("nodes", List.of(), "node", "--nodes", Integer.toString(size.nodes()), "--data", data);
        if (size.hasRecommender())
            startProgram("recommender", List.of("--address", "127.0.0.1:0"), "autoscaler", "recommender");
    }

    /** The ports of the members at which the API servers find them. */
    private List<Integer> startEtcd() throws IOException {
        var listening = new ArrayList<Integer>();
        var clients = new ArrayList<NetworkLink>();
        var peers = new ArrayList<NetworkLink>();
        for (var i = 0; i < 2 * size.members(); i++) listening.add(freePort());
        for (var i = 0; i < size.members(); i++) {
            clients.add(NetworkLink.to(listening.get(2 * i)));
            peers.add(NetworkLink.to(listening.get(2 * i + 1)));
        }
        var all = IntStream.range(0, size.members())
                .mapToObj(i -> "etcd-" + (i + 1) + "=" + url(peers.get(i).port()))
                .collect(Collectors.joining(","));
        for (var i = 0; i < size.members(); i++) {
            var name = "etcd-" + (i + 1);
            start(
                    name,
                    List.of(
                            "etcd",
                            "--name=" + name,
                            "--data-dir=" + folder.resolve(name),
                            "--listen-client-urls=" + url(listening.get(2 * i)),
                            "--advertise-client-urls=" + url(clients.get(i).port()),
                            "--listen-peer-urls=" + url(listening.get(2 * i + 1)),
                            "--initial-advertise-peer-urls=" + url(peers.get(i).port()),
                            "--initial-cluster=" + all),
                    List.of(clients.get(i), peers.get(i)));
        }
        return clients.stream().map(NetworkLink::port).toList();
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private void startServer(String name, List<Integer> etcd) throws IOException, InterruptedException {
        var port = freePort();
        serverPorts.add(port);
        var network = links(etcd);
        var command = new ArrayList<>(launcher);
        command.addAll(List.of(
                "apiserver",
                "--port",
                Integer.toString(port),
                "--etcd",
                network.stream().map(link -> url(link.port())).collect(Collectors.joining(",")),
                "--data",
                folder.resolve(name).toString(),
                "--kubeconfig",
                folder.resolve(name + ".conf").toString(),
                "--admin-token",
                TOKEN));
        awaitServing(start(name, command, network));
    }

    private static List<NetworkLink> links(List<Integer> ports) throws IOException {
        var links = new ArrayList<NetworkLink>();
        for (var port : ports) links.add(NetworkLink.to(port));
        return links;
    }

    private static void awaitServing(Part part) throws IOException, InterruptedException {
        var begun = System.nanoTime();
        while (!Files.readString(part.log()).contains("serving on ")) {
            if (!part.isAlive() || System.nanoTime() - begun > LONGEST_START_NANOS) {
                throw new IOException(part.name() + " does not start: " + Files.readString(part.log()));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** The second server has the certificates of the first. */
    private void copyAuthority() throws IOException {
        var from = folder.resolve("apiserver-1").resolve("pki");
        var to = folder.resolve("apiserver-2").resolve("pki");
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var copy = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) Files.createDirectories(copy);
                else Files.copy(file, copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private void startProgram(String name, List<String> options, String... words) throws IOException {
        var network = links(serverPorts);
        var command = new ArrayList<>(launcher);
        command.addAll(List.of(words));
        command.addAll(List.of("--kubeconfig", kubeconfig().toString(), "--server", addresses(network)));
        command.addAll(options);
        start(name, command, network);
    }

    private static String addresses(List<NetworkLink> network) {
        return network.stream().map(link -> "https://127.0.0.1:" + link.port()).collect(Collectors.joining(","));
    }

    private Part start(String name, List<String> command, List<NetworkLink> network) throws IOException {
        var part = new Part(name, command, network, folder.resolve(name + ".log"));
        parts.add(part);
        part.start();
        return part;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    List<Part> parts() {
        return List.copyOf(parts);
    }

    /** What each part said last. */
    String logs() throws IOException {
        var text = new StringBuilder();
        for (var part : parts) {
            var lines = Files.readAllLines(part.log());
            text.append(part.name()).append(":\n");
            lines.subList(Math.max(0, lines.size() - 8), lines.size())
                    .forEach(line -> text.append("  ").append(line).append('\n'));
        }
        return text.toString();
    }

    Part part(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Path kubeconfig() {
        return folder.resolve("apiserver-1.conf");
    }

    List<String> servers() {
        return serverPorts.stream().map(port -> "https://127.0.0.1:" + port).toList();
    }

    @Override
    public void close() {
        for (var part : parts.reversed()) part.close();
    }
}
