package dev.plimsoll.apiserver;

import dev.plimsoll.store.etcd.EtcdOptions;
import dev.plimsoll.store.etcd.EtcdStore;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The etcd on the PATH, on loopback, with its files in a folder of the test. */
final class LocalEtcd implements AutoCloseable {
    private final Process process;
    private final URI client;

    private LocalEtcd(Process process, URI client) {
        this.process = process;
        this.client = client;
    }

    static boolean isInstalled() {
        return program().isPresent();
    }

    private static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, "etcd"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static LocalEtcd start(Path folder) throws IOException {
        var client = "http://127.0.0.1:" + freePort();
        var peer = "http://127.0.0.1:" + freePort();
        var process = new ProcessBuilder(
                        program().orElseThrow().toString(),
                        "--name=one",
                        "--data-dir=" + folder.resolve("etcd"),
                        "--listen-client-urls=" + client,
                        "--advertise-client-urls=" + client,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=one=" + peer)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("etcd.log").toFile())
                .start();
        return new LocalEtcd(process, URI.create(client));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    EtcdStore open() {
        return EtcdStore.open(EtcdOptions.of(List.of(client), "plimsoll/").withPatience(Duration.ofSeconds(20)));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) throw new AssertionError("etcd does not end");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
