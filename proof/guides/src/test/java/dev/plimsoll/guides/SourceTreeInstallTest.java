package dev.plimsoll.guides;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./plimsoll install} in a clone: what was installed is run. */
// Acceptance of the command line: install
class SourceTreeInstallTest {
    private static final Path CLONE = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private String run(Path program, String... arguments) throws IOException, InterruptedException {
        var output = folder.resolve("output");
        var builder = new ProcessBuilder(program.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("HOME", folder.toString());
        var process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        var printed = Files.readString(output);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }

    @Test
    void whatWasInstalledRuns() throws IOException, InterruptedException {
        var prefix = folder.resolve("prefix");
        assertThat(run(CLONE.resolve("plimsoll"), "install", prefix.toString())).contains("installed: ");
        for (var name : new String[] {"plimsoll", "kubectl-plimsoll"}) {
            assertThat(run(prefix.resolve("bin").resolve(name), "--version")).startsWith("plimsoll ");
        }
    }
}
