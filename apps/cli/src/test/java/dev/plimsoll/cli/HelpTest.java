package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.console.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What every command says of itself: a text for each option and argument, in 80 columns. */
// Acceptance of the command line: help, did-you-mean, completion
class HelpTest extends CommandLineTest {
    private static final int WIDTH = 80;

    static List<String> commands() {
        var names = new ArrayList<String>();
        collect(root(), names);
        return names;
    }

    private static CommandLine root() {
        var out = new PrintWriter(Writer.nullWriter());
        return Main.commandLine(new Console(InputStream.nullInputStream(), out, false, false, true), out)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(WIDTH);
    }

    private static void collect(CommandLine command, List<String> names) {
        names.add(command.getCommandSpec().qualifiedName());
        Set.copyOf(command.getSubcommands().values()).forEach(each -> collect(each, names));
    }

    private static CommandLine named(String qualifiedName) {
        var command = root();
        for (var word : qualifiedName.split(" ", -1)) {
            if (!word.equals("plimsoll"))
                command = Objects.requireNonNull(command.getSubcommands().get(word));
        }
        return command;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void everyOptionHasATextAndTheHelpFitsIntoEightyColumns(String name) {
        var command = named(name);
        var spec = command.getCommandSpec();
        assertThat(spec.usageMessage().description()).as("description").isNotEmpty();
        assertThat(spec.usageMessage().description()[0])
                .as("what the list of commands shows")
                .endsWith(".");
        for (var argument : spec.args()) {
            assertThat(String.join("", argument.description()))
                    .as(argument.toString())
                    .isNotBlank();
        }
        var text = new StringWriter();
        command.usage(new PrintWriter(text, true));
        assertThat(text.toString().lines()).allMatch(line -> line.length() <= WIDTH);
        // Examples are not to be broken by the width.
        assertThat(Stream.of(spec.usageMessage().footer())).allMatch(line -> line.length() <= WIDTH);
    }

    @Test
    void helpOfACommandIsFoundByItsNameToo() {
        assertThat(run("help", "up").out()).isEqualTo(run("up", "--help").out());
        assertThat(run("help", "store", "backup").out())
                .isEqualTo(run("store", "backup", "--help").out());
        assertThat(run("help").out()).isEqualTo(run("--help").out());
    }

    @Test
    void aMistypedWordGetsASuggestion() {
        var command = run("exlain");
        assertThat(command.exit()).isEqualTo(2);
        assertThat(command.errors()).isEqualToIgnoringNewLines("""
                plimsoll: exlain: plimsoll has no such command
                Did you mean: plimsoll explain?
                Try 'plimsoll --help' for what it takes.
                """);
        assertThat(run("explain", "--filname", "x").errors()).contains("Did you mean: --filename?");
        assertThat(run("up", "--prt", "1").errors()).contains("Did you mean: --port?");
        assertThat(run("up", "--nods=3").errors()).contains("Did you mean: --nodes?");
        assertThat(run("up", "--nothing-like-it").errors()).doesNotContain("Did you mean");
        assertThat(run("help", "strore").errors()).contains("Did you mean: plimsoll store?");
        assertThat(run("store", "chekc").errors()).contains("Did you mean: plimsoll store check?");
        assertThat(run("version", "x").errors()).startsWith("plimsoll: x: more than plimsoll version takes");
    }

    @Test
    void theVersionIsACommandAndAnOption() {
        assertThat(run("version").out()).startsWith(run("--version").out());
        assertThat(run("version").out()).contains("Kubernetes API v1.37").contains("Java 25");
    }

    @Test
    void completionsKnowCommandsOptionsAndValues() {
        assertThat(run("completion").out()).isEqualTo(run("completion", "bash").out());
        assertThat(run("completion", "zsh").out()).startsWith("autoload ").contains("bashcompinit");
        var fish = run("completion", "fish").out();
        assertThat(fish.lines()).allMatch(line -> line.startsWith("complete -c plimsoll ") || line.startsWith("#"));
        assertThat(fish)
                .contains("-n '__fish_use_subcommand' -a explain -d ")
                .contains("-n '__fish_seen_subcommand_from store; and not __fish_seen_subcommand_from "
                        + "backup check compact restore salvage' -a backup")
                .contains("-n '__fish_seen_subcommand_from store; and __fish_seen_subcommand_from backup' -l data -rF")
                .containsPattern("'__fish_seen_subcommand_from watch' -s o -l output -xa 'text json'");
        assertThat(run("completion", "tcsh").errors()).contains("bash").contains("fish");
    }
}
