package dev.plimsoll.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code plimsoll apiserver} on this host. */
record ApiProgram(Process process, Path kubeconfig) implements AutoCloseable {
    /** What tests look at and is off by itself. */
    static final String GATES = "PodLevelResourceManagers=true,InPlacePodVerticalScalingMemoryBackedVolumes=true";

    static ApiProgram start() throws IOException {
        var kubeconfig = Machine.FOLDER.resolve("kubeconfig");
        Files.deleteIfExists(kubeconfig);
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Machine.COMMON.resolve("app/lib") + "/*",
                "dev.plimsoll.cli.Main",
                "apiserver",
                "--ephemeral",
                "--port",
                "0",
                "--feature-gates",
                GATES,
                "--kubeconfig",
                kubeconfig.toString());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            if (!line.contains("serving on")) continue;
            // What it says later must not fill the pipe.
            Thread.ofVirtual().start(() -> reader.lines().forEach(later -> System.err.println("API server: " + later)));
            return new ApiProgram(process, kubeconfig);
        }
        throw new IOException("the API server ended");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
