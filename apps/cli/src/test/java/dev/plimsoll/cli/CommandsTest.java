package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.console.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandsTest {
    private final PrintWriter out = new PrintWriter(Writer.nullWriter());
    private final Map<String, Supplier<Object>> commands =
            Commands.of(new Console(InputStream.nullInputStream(), out, false, false, true), out, _ -> {
                throw new AssertionError("no command runs here");
            });

    @Test
    @DisplayName("the table calls each command as the command calls itself")
    void names() {
        assertThat(commands)
                .allSatisfy((name, command) ->
                        assertThat(described(command).getCommandName()).isEqualTo(name));
    }

    private static CommandLine described(Supplier<Object> command) {
        return command.get() instanceof CommandLine line ? line : new CommandLine(command.get());
    }

    @Test
    @DisplayName(
            "a command that is named is made alone; words that are none, and commands that speak of others, need all")
    void needed() {
        assertThat(Commands.needed(commands, "up")).containsOnlyKeys("up");
        for (var word : List.of("", "--help", "uq", "help", "completion", "man-pages", "install")) {
            assertThat(Commands.needed(commands, word)).as(word).hasSameSizeAs(commands);
        }
    }
}
