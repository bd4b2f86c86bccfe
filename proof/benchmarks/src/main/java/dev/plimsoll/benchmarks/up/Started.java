package dev.plimsoll.benchmarks.up;

import dev.plimsoll.benchmarks.Resident;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A cluster in a process of its own, started as a user starts it. */
final class Started implements AutoCloseable {
    private final Process process;
    private final Path kubeconfig;
    private final long readyNanos;

    private Started(Process process, Path kubeconfig, long readyNanos) {
        this.process = process;
        this.kubeconfig = kubeconfig;
        this.readyNanos = readyNanos;
    }

    /**
     * Starts it, and returns when it says that it is ready.
     *
     * @param hasClasses whether it finds classes as the build has prepared them
     */
    static Started in(Path folder, Path launcher, boolean hasClasses) throws IOException {
        return in(folder, launcher, hasClasses, List.of());
    }

    /**
     * The same.
     *
     * @param options more of the command's options
     */
    static Started in(Path folder, Path launcher, boolean hasClasses, List<String> options) throws IOException {
        var kubeconfig = folder.resolve("kubeconfig");
        var command = new ArrayList<>(List.of(launcher.toString(), "up", "--port", "0", "--color", "never"));
        command.addAll(List.of("--data", folder.resolve("data").toString()));
        command.addAll(List.of("--kubeconfig-out", kubeconfig.toString()));
        command.addAll(options);
        var builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile());
        if (!hasClasses) builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:AOTMode=off");
        var began = System.nanoTime();
        var process = builder.start();
        var output = process.inputReader(StandardCharsets.UTF_8);
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains("ready in ")) return new Started(process, kubeconfig, System.nanoTime() - began);
        }
        process.destroyForcibly();
        throw new IOException("it does not start: " + Files.readString(folder.resolve("errors")));
    }

    long readyNanos() {
        return readyNanos;
    }

    /** Memory that the process has, in bytes; 0 where the system does not tell. */
    long resident() throws IOException {
        return Resident.bytes(process);
    }

    /** Processor time that the process has used. */
    Duration processorTime() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    Path kubeconfig() {
        return kubeconfig;
    }

    ApiClient client() {
        var time = Time.system();
        return ApiClient.over(transport(), "benchmark/1", TokenBucket.unlimited(time), time);
    }

    Transport transport() {
        return switch (Connections.fromFile(kubeconfig, "")) {
            case Configured.Ready ready -> ready.transport();
            case Configured.Invalid(var why) -> throw new IllegalStateException(why);
        };
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS))
                process.destroyForcibly().waitFor();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
