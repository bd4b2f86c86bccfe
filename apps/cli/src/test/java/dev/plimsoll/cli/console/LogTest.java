package dev.plimsoll.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.Main;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

// Acceptance of production: log
class LogTest {
    private final StringWriter errors = new StringWriter();
    private final StringWriter out = new StringWriter();
    private final Log log = new Log(new PrintWriter(errors), () -> Instant.ofEpochMilli(1_580_306_777_047L));

    @Test
    void peopleGetSentences() {
        log.say(new PrintWriter(out), "serving");
        log.problem("no room");
        assertThat(out.toString()).isEqualTo("plimsoll: serving" + System.lineSeparator());
        assertThat(errors.toString()).isEqualTo("plimsoll: no room" + System.lineSeparator());
    }

    @Test
    void programsGetALineForEachMessage() {
        log.format(Log.Format.json);
        log.say(new PrintWriter(out), "serving at \"here\"");
        log.problem("no room");
        log.defect("the loop", new IllegalStateException("odd"));
        assertThat(out.toString()).isEmpty();
        assertThat(errors.toString().lines())
                .containsExactly(
                        "{\"ts\":1580306777.047,\"level\":\"info\",\"msg\":\"serving at \\\"here\\\"\"}",
                        "{\"ts\":1580306777.047,\"level\":\"error\",\"msg\":\"no room\"}",
                        "{\"ts\":1580306777.047,\"level\":\"error\",\"msg\":\"a defect in plimsoll (the loop)\","
                                + "\"err\":\"java.lang.IllegalStateException: odd\"}");
    }

    @Test
    void theFormatIsChosenBeforeOrAfterTheCommand() {
        for (var arguments : new String[][] {
            {"--logging-format", "json", "up", "--feature-gates", "Nonsense=true"},
            {"up", "--feature-gates", "Nonsense=true", "--logging-format", "json"}
        }) {
            var said = new StringWriter();
            var console = new Console(InputStream.nullInputStream(), new PrintWriter(said), false, false, false);
            assertThat(Main.run(console, new PrintWriter(out), arguments)).isEqualTo(ExitCode.UNREADABLE);
            assertThat(said.toString())
                    .startsWith("{\"ts\":")
                    .contains("\"level\":\"error\"")
                    .contains("Nonsense");
        }
    }

    @Test
    void aScriptCompletesCommands() {
        var console = new Console(InputStream.nullInputStream(), new PrintWriter(errors), false, false, false);
        assertThat(Main.run(console, new PrintWriter(out), "completion")).isZero();
        assertThat(out.toString()).contains("complete -F").contains("--logging-format");
    }
}
