package dev.plimsoll.benchmarks.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Three members of etcd, two API servers, two schedulers, two controller managers, a recommender and a process of 20 nodes. */
final class FaultCluster implements AutoCloseable {
    private static final String TOKEN = "fault-run";
    private static final long LONGEST_START_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final List<Part> parts = new ArrayList<>();
    private final Path folder;
    private final Path launcher;
    private final List<String> servers = new ArrayList<>();
    private final List<String> leaseTimes;

    private FaultCluster(Path folder, Path launcher, List<String> leaseTimes) {
        this.folder = folder;
        this.launcher = launcher;
        this.leaseTimes = leaseTimes;
    }

    /**
     * Started, each API server when the one before it serves.
     *
     * @param leaseTimes options of the programs of which one leads
     */
    static FaultCluster start(Path folder, Path launcher, List<String> leaseTimes)
            throws IOException, InterruptedException {
        var cluster = new FaultCluster(folder, launcher, leaseTimes);
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
        for (var i = 1; i <= 2; i++) startProgram("scheduler-" + i, leaseTimes, "scheduler", "--healthz-port", "0");
        for (var i = 1; i <= 2; i++) startProgram("controllers-" + i, leaseTimes, "controllers", "--healthz-port", "0");
        var data = folder.resolve("nodes").toString();
        startProgram("nodes", List.of(), "node", "--nodes", "20", "--data", data);
        startProgram("recommender", List.of("--address", "127.0.0.1:0"), "autoscaler", "recommender");
    }

    private String startEtcd() throws IOException {
        var clients = new ArrayList<String>();
        var peers = new ArrayList<String>();
        for (var i = 0; i < 3; i++) {
            clients.add("http://127.0.0.1:" + freePort());
            peers.add("http://127.0.0.1:" + freePort());
        }
        var all = String.join(
                ",",
                IntStream.range(0, 3)
                        .mapToObj(i -> "etcd-" + (i + 1) + "=" + peers.get(i))
                        .toList());
        for (var i = 0; i < 3; i++) {
            var name = "etcd-" + (i + 1);
            start(
                    name,
                    List.of(
                            "etcd",
                            "--name=" + name,
                            "--data-dir=" + folder.resolve(name),
                            "--listen-client-urls=" + clients.get(i),
                            "--advertise-client-urls=" + clients.get(i),
                            "--listen-peer-urls=" + peers.get(i),
                            "--initial-advertise-peer-urls=" + peers.get(i),
                            "--initial-cluster=" + all));
        }
        return String.join(",", clients);
    }

    private void startServer(String name, String etcd) throws IOException, InterruptedException {
        var port = freePort();
        servers.add("https://127.0.0.1:" + port);
        var data = folder.resolve(name).toString();
        var kubeconfig = folder.resolve(name + ".conf").toString();
        var part = start(
                name,
                List.of(
                        launcher.toString(),
                        "apiserver",
                        "--port",
                        Integer.toString(port),
                        "--etcd",
                        etcd,
                        "--data",
                        data,
                        "--kubeconfig",
                        kubeconfig,
                        "--admin-token",
                        TOKEN));
        awaitServing(part);
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
        var command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--kubeconfig", kubeconfig().toString(), "--server", String.join(",", servers)));
        command.addAll(options);
        start(name, command);
    }

    private Part start(String name, List<String> command) throws IOException {
        var part = new Part(name, command, folder.resolve(name + ".log"));
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

    Path kubeconfig() {
        return folder.resolve("apiserver-1.conf");
    }

    List<String> servers() {
        return List.copyOf(servers);
    }

    @Override
    public void close() {
        for (var part : parts.reversed()) part.close();
    }
}
