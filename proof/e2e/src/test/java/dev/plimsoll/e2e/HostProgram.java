package dev.plimsoll.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command of plimsoll on this host. */
record HostProgram(Process process) implements AutoCloseable {
    /**
     * Starts it.
     *
     * @param ready part of what it says when it is ready; empty to wait for nothing
     */
    static HostProgram start(String ready, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Machine.COMMON.resolve("app/lib") + "/*",
                "dev.plimsoll.cli.Main"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!ready.isEmpty()) await(reader, ready, arguments[0]);
        // What it says later must not fill the pipe.
        Thread.ofVirtual()
                .start(() -> reader.lines().forEach(later -> System.err.println(arguments[0] + ": " + later)));
        return new HostProgram(process);
    }

    private static void await(BufferedReader reader, String ready, String name) throws IOException {
        for (var line = reader.readLine(); line != null; line = reader.readLine()) if (line.contains(ready)) return;
        throw new IOException(name + " ended");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
