package dev.plimsoll.benchmarks.load;

import dev.plimsoll.benchmarks.Resident;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Our server, started as a user starts it, on a store in a folder of its own or on an etcd of its own. */
final class ServerProcess implements AutoCloseable {
    private static final String READY = "plimsoll: serving on ";

    private final Path folder;
    private final @Nullable Process etcd;
    private final Process process;
    private final long readyNanos;

    private ServerProcess(Path folder, @Nullable Process etcd, Process process, long readyNanos) {
        this.folder = folder;
        this.etcd = etcd;
        this.process = process;
        this.readyNanos = readyNanos;
    }

    static boolean hasEtcd() {
        return onPath("etcd").isPresent();
    }

    private static Optional<Path> onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Ready when it says so: by then it listens and its store is open. */
    static ServerProcess start(Path launcher, String store) throws IOException {
        var folder = Files.createTempDirectory("plimsoll-load");
        var command = new ArrayList<>(List.of(launcher.toString(), "apiserver", "--port", "0"));
        command.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        Process etcd = null;
        switch (store) {
            case "embedded" ->
                command.addAll(List.of("--data", folder.resolve("data").toString()));
            case "etcd" -> {
                var port = freePort();
                etcd = etcd(folder, port);
                command.addAll(List.of("--etcd", "http://127.0.0.1:" + port));
            }
            default -> command.add("--ephemeral");
        }
        var begun = System.nanoTime();
        var process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        var output = process.inputReader(StandardCharsets.UTF_8);
        var line = output.readLine();
        var ready = System.nanoTime() - begun;
        var server = new ServerProcess(folder, etcd, process, ready);
        if (line != null && line.startsWith(READY)) return server;
        var errors = Files.readString(folder.resolve("errors"));
        server.close();
        throw new IOException("the server did not start: " + line + " " + errors);
    }

    private static Process etcd(Path folder, int port) throws IOException {
        var client = "http://127.0.0.1:" + port;
        var peer = "http://127.0.0.1:" + freePort();
        return new ProcessBuilder(List.of(
                        onPath("etcd").orElseThrow().toString(),
                        "--name=one",
                        "--data-dir=" + folder.resolve("etcd"),
                        "--listen-client-urls=" + client,
                        "--advertise-client-urls=" + client,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=one=" + peer))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("etcd.log").toFile())
                .start();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    long readyNanos() {
        return readyNanos;
    }

    /** Memory that the process has, in bytes; 0 where the system does not tell. */
    long resident() throws IOException {
        return Resident.bytes(process);
    }

    /** Processor time that the server has used. */
    long cpuNanos() {
        return process.toHandle()
                .info()
                .totalCpuDuration()
                .map(java.time.Duration::toNanos)
                .orElse(0L);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS))
                process.destroyForcibly().waitFor();
            if (etcd != null) etcd.destroyForcibly().waitFor();
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
