package dev.plimsoll.guides;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;

/**
 * Runs a page in a folder of its own, in which {@code ./plimsoll} and {@code examples} are as in a clone, and which is the home of
 * whoever runs it.
 */
final class Shell {
    private static final int LONGEST_SECONDS = 300;

    private final Path folder;

    Shell(Path folder, Path clone) throws IOException {
        this.folder = folder;
        Files.createSymbolicLink(folder.resolve("examples"), clone.resolve("examples"));
        var launcher = folder.resolve("plimsoll");
        Files.writeString(launcher, "#!/bin/sh\nexec '" + clone.resolve("plimsoll") + "' \"$@\"\n");
        if (!launcher.toFile().setExecutable(true)) throw new IOException(launcher + " cannot be made executable");
    }

    /** How a script ended, and all that it printed outside of files. */
    record Ended(int exit, String log) {}

    Ended run(String script) throws IOException, InterruptedException {
        var file = Files.writeString(folder.resolve("guide.bash"), script);
        var log = folder.resolve("log");
        var builder = new ProcessBuilder("bash", file.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().remove("KUBECONFIG");
        var process = builder.start();
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                return new Ended(-1, "not over after " + LONGEST_SECONDS + " s\n" + Files.readString(log));
            }
            return new Ended(process.exitValue(), Files.readString(log));
        } finally {
            process.descendants()
                    .sorted(Comparator.comparingLong(ProcessHandle::pid).reversed())
                    .forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    String read(String name) {
        try {
            var file = folder.resolve(name);
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
