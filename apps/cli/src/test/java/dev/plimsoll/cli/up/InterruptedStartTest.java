package dev.plimsoll.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.cli.ProgramCommand;
import dev.plimsoll.cli.watch.PtyProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C on a terminal while a cluster starts. */
// Acceptance of the command line: ctrl-c-start
@Tag(ProgramCommand.TAG)
class InterruptedStartTest {
    private static final String INTERRUPT = "\u0003";
    private static final Pattern SETTINGS = Pattern.compile("(before|after) ([0-9a-f]+:[0-9a-f:]+)");

    @TempDir
    Path folder;

    @BeforeEach
    void aTerminalCanBeMade() {
        assumeTrue(Files.isExecutable(PtyProgram.SCRIPT), "script of util-linux");
    }

    private PtyProgram up() throws IOException {
        return PtyProgram.start(
                folder, 30, 160, "up", "--data", folder.resolve("data").toString(), "--port", "0", "--nodes", "1");
    }

    @Test
    @DisplayName("it ends in order, leaves the terminal as it was, and the next start on the same folder is ready")
    void ctrlC() throws IOException, InterruptedException {
        try (var start = up()) {
            start.await("certificates (");
            start.type(INTERRUPT);
            var sent = start.ended();
            assertThat(sent).contains("exit 130").doesNotContain("Exception");
            var settings =
                    SETTINGS.matcher(sent).results().map(each -> each.group(2)).distinct();
            assertThat(settings).as("settings of the terminal").hasSize(1);
        }
        try (var next = up()) {
            next.await("Ctrl-C ends it");
            next.type(INTERRUPT);
            assertThat(next.ended()).contains("stopping").contains("exit 130");
        }
    }
}
