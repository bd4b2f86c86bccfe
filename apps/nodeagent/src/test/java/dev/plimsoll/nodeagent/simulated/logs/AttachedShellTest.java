package dev.plimsoll.nodeagent.simulated.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is attached to a container's own shell. */
class AttachedShellTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "sh, true",
        "/bin/bash -i, true",
        "bash -i -l, true",
        "timeout -s SIGKILL 36000 sh -i, true",
        "timeout --signal=KILL 5m /bin/sh, true",
        "sh -c date, false",
        "sh script.sh, false",
        "timeout 10 sleep 5, false",
        "timeout 10, false",
        "sleep 5, false"
    })
    void aShellWithoutAScriptWaitsForWhatIsTyped(String program, boolean waits) {
        assertThat(AttachedShell.isMeant(List.of(program.split(" ")))).isEqualTo(waits);
    }

    @Test
    void whatItPrintsIsShownAndLoggedAndTheEndOfInputMeansThatTheClientLeft() throws Exception {
        var log = new SimulatedLog();
        var output = new LogOutput(log, () -> Instant.EPOCH);
        var attached = new AttachedShell(new ByteArrayInputStream(new byte[] {'x'}), output);
        var shown = new ByteArrayOutputStream();
        var streams = attached.of(new ContainerProcess.Streams(
                new ByteArrayInputStream(new byte[0]), shown, shown, () -> new ContainerProcess.TerminalSize(80, 24)));

        streams.stdout().write("root\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo("root\r\n");
        try (var reader = log.read()) {
            var part = reader.next(false);
            assertThat(part).isNotNull();
            assertThat(new String(part.text(), StandardCharsets.UTF_8)).isEqualTo("root");
        }

        assertThat(streams.stdin().read()).isEqualTo('x');
        assertThat(attached.hasLeft()).isFalse();
        assertThat(streams.stdin().read()).isEqualTo(-1);
        assertThat(attached.hasLeft()).isTrue();
    }
}
