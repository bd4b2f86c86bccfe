package dev.plimsoll.cli.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.ProgramCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag(ProgramCommand.TAG)
class AotTrainingRunTest {
    private static final Path EXAMPLES = Path.of("..", "..", "examples").toAbsolutePath();

    @TempDir
    Path folder;

    /** The launcher trains behind the first command, in the folder in which somebody works. */
    @Test
    @DisplayName("the training writes nothing into the folder where it runs, nor into the home of whoever runs it")
    void leavesNothing() throws IOException, InterruptedException {
        var here = Files.createDirectory(folder.resolve("here"));
        var home = Files.createDirectory(folder.resolve("home"));
        var log = folder.resolve("log").toFile();
        var process = new ProcessBuilder(ProgramCommand.ofMain(
                        AotTrainingRun.class.getName(), List.of("-Duser.home=" + home), EXAMPLES.toString()))
                .directory(here.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(log.toPath())).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(here).isEmptyDirectory();
        assertThat(home).isEmptyDirectory();
    }
}
