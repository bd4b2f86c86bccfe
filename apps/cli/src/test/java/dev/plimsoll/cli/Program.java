package dev.plimsoll.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A command of plimsoll as a process of its own, for those that work until they are told to end. */
final class Program implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final List<String> said = new ArrayList<>();

    private Program(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static Program start(String... arguments) throws IOException {
        return start(Map.of(), arguments);
    }

    /** With these variables in its environment. */
    static Program start(Map<String, String> environment, String... arguments) throws IOException {
        var builder = new ProcessBuilder(ProgramCommand.of(List.of(), arguments)).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Program(builder.start());
    }

    /** The first line that has this in it. */
    String awaitSaying(String text) throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.contains(text)) return line;
        }
        throw new AssertionError("it ended without a word of \"" + text + "\": " + String.join("\n", said));
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
