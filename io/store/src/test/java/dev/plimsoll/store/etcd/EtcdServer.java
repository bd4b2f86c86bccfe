package dev.plimsoll.store.etcd;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real etcd on loopback, with a folder and ports of its own. */
public final class EtcdServer implements AutoCloseable {
    private final Path folder;
    private final int clientPort = freePort();
    private final int peerPort = freePort();
    private Process process;

    private EtcdServer() throws IOException {
        folder = Files.createTempDirectory("plimsoll-etcd");
        process = launched();
    }

    /** Whether this machine has one; .ci/tools installs it. */
    public static boolean isInstalled() {
        return program().isPresent();
    }

    /** It may take a moment to answer; a store's patience covers that. */
    public static EtcdServer start() {
        try {
            return new EtcdServer();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public EtcdOptions options(String prefix) {
        return EtcdOptions.of(List.of(URI.create("http://127.0.0.1:" + clientPort)), prefix)
                .withPatience(Duration.ofSeconds(20));
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(20, TimeUnit.SECONDS)) throw new AssertionError("etcd does not die");
    }

    void startAgain() throws IOException {
        process = launched();
    }

    private Process launched() throws IOException {
        var client = "http://127.0.0.1:" + clientPort;
        var peer = "http://127.0.0.1:" + peerPort;
        var command = List.of(
                program().orElseThrow().toString(),
                "--name=one",
                "--data-dir=" + folder.resolve("data"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=one=" + peer);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    @Override
    public void close() {
        try {
            kill();
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(EtcdServer::delete);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(File file) {
        if (!file.delete()) throw new AssertionError("left behind: " + file);
    }

    private static Optional<Path> program() {
        var path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "etcd"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
