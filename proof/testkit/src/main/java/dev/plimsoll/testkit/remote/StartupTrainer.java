package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.cluster.ClusterTime;
import dev.plimsoll.testkit.cluster.TestCluster;
import dev.plimsoll.testkit.wire.ProcessStart;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes an AOT cache of the JVM for the next {@link TestClusterProcess}: a process of its own, which starts a cluster and uses it
 * while the JVM records. It runs after the tests, in the background; several may ask for it at once, and one does it.
 */
public final class StartupTrainer {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final String POD = """
            {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: app}]}}""";

    private StartupTrainer() {}

    /** Without an argument it uses a cluster; with one it has the cache made in this file. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 0) useCluster();
        else make(Path.of(arguments[0]));
    }

    /** Starts a process that makes the cache, which goes on when this one ends. */
    static void begin(Path cache) throws IOException {
        if (Files.exists(cache)) return;
        start(List.of(), List.of(cache.toString()));
    }

    private static Process start(List<String> options, List<String> arguments) throws IOException {
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ProcessStart.JVM_OPTIONS);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StartupTrainer.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void make(Path cache) throws IOException, InterruptedException {
        var lock = cache.resolveSibling(cache.getFileName() + ".lock");
        if (!isTaken(lock)) return;
        var half = cache.resolveSibling(cache.getFileName() + ".half");
        try {
            var trained = start(List.of("-XX:AOTCacheOutput=" + half, "-Xlog:disable"), List.of());
            if (trained.waitFor() == 0 && Files.exists(half)) Files.move(half, cache, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(half);
            Files.deleteIfExists(lock);
        }
    }

    /** Whoever was killed while it held the lock holds it no longer than training lasts. */
    private static boolean isTaken(Path lock) throws IOException {
        if (Files.exists(lock)
                && Files.getLastModifiedTime(lock)
                        .toInstant()
                        .isBefore(Instant.now().minus(LONGEST))) Files.deleteIfExists(lock);
        try {
            Files.createFile(lock);
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        }
    }

    private static void useCluster() {
        try (var cluster =
                TestCluster.builder().nodes(2).time(ClusterTime.VIRTUAL).start()) {
            cluster.applyText(POD);
            cluster.awaitPod(
                    "default", "web", pod -> pod.at("/status/phase").asText().equals("Running"));
            cluster.advance(Duration.ofMinutes(1));
            cluster.reset();
        }
    }
}
