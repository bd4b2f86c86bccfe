package dev.plimsoll.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command {@code kubectl} of this host. */
record Kubectl(Path kubeconfig) {
    private Process begin(List<String> arguments) throws IOException {
        var words = new ArrayList<>(List.of("kubectl", "--kubeconfig", kubeconfig.toString()));
        words.addAll(arguments);
        return new ProcessBuilder(words).redirectErrorStream(true).start();
    }

    /** What a command prints that ends well. */
    String run(String... arguments) throws IOException, InterruptedException {
        return runWith("", arguments);
    }

    /** The same with something to read. */
    String runWith(String input, String... arguments) throws IOException, InterruptedException {
        var process = begin(List.of(arguments));
        var out = new StringBuilder();
        var reading = Thread.ofVirtual().start(() -> read(process, out));
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        if (!process.waitFor(Machine.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", arguments) + " did not end: " + out);
        }
        reading.join();
        if (process.exitValue() != 0)
            throw new AssertionError(String.join(" ", arguments) + " ended with " + process.exitValue() + ": " + out);
        return out.toString().strip();
    }

    private static void read(Process process, StringBuilder out) {
        process.inputReader(StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> out.append(line).append('\n'));
    }

    /** A command that runs until it is closed. */
    record Running(Process process, String firstLine) implements AutoCloseable {
        @Override
        public void close() {
            process.destroy();
        }
    }

    Running start(String... arguments) throws IOException {
        var process = begin(List.of(arguments));
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var first = reader.readLine();
        if (first == null) throw new IOException(String.join(" ", arguments) + " ended and said nothing");
        Thread.ofVirtual().start(() -> reader.lines().forEach(_ -> {}));
        return new Running(process, first);
    }
}
