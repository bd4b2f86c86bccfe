package dev.plimsoll.cli.up;

import dev.plimsoll.cli.ProgramCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code plimsoll up} as a process of its own, and kubectl beside it. */
final class Up implements AutoCloseable {
    private final Process process;
    private final Path folder;
    final List<String> said = new ArrayList<>();

    private Up(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    static Up start(Path folder, String... arguments) throws IOException {
        var options = List.of("-Duser.home=" + folder); // what it writes down of itself goes there
        var data = folder.resolve("data").toString();
        var command = new ArrayList<>(ProgramCommand.of(options, "up", "--data", data, "--port", "0"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var up = new Up(process, folder);
        try {
            up.awaitReady();
            return up;
        } catch (IOException | RuntimeException e) {
            up.close();
            throw e;
        }
    }

    private void awaitReady() throws IOException {
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            said.add(line);
            if (line.endsWith("Ctrl-C ends it")) {
                // What it says later must not fill the pipe.
                Thread.ofVirtual().start(() -> drain(reader));
                return;
            }
        }
        throw new IllegalStateException("it ended: " + String.join("\n", said));
    }

    private static void drain(BufferedReader reader) {
        try (reader) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {}
        } catch (IOException _) {
            // It was killed, as this test does.
        }
    }

    /** Output and messages of a kubectl command that ends well. */
    String kubectl(String... arguments) throws IOException, InterruptedException {
        var result = tried(arguments);
        if (result.exit() != 0) throw new AssertionError(String.join(" ", arguments) + ": " + result.text());
        return result.text();
    }

    /** What a command of ours says that works with this cluster. */
    String plimsoll(String... arguments) throws IOException, InterruptedException {
        return ended(ProgramCommand.of(List.of(), arguments)).text();
    }

    record Result(int exit, String text) {}

    Result tried(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(List.of(arguments));
        return ended(command);
    }

    private Result ended(List<String> command) throws IOException, InterruptedException {
        var output = Files.createTempFile(folder, "output", "");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .put("KUBECONFIG", folder.resolve("data/kubeconfig").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        var ending = builder.start();
        if (!ending.waitFor(90, TimeUnit.SECONDS)) {
            ending.destroyForcibly().waitFor();
            throw new AssertionError(String.join(" ", command) + " does not end: " + Files.readString(output));
        }
        return new Result(ending.exitValue(), Files.readString(output));
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to end, as Ctrl-C does. */
    int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
