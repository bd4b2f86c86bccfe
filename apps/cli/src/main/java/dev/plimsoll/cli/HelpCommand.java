package dev.plimsoll.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll help COMMAND}: the same as {@code plimsoll COMMAND --help}. */
@Command(name = "help", description = "Show the help of a command.")
final class HelpCommand implements Runnable {
    private final PrintWriter out;

    @Parameters(paramLabel = "COMMAND", description = "The command, such as up or store backup.")
    private List<String> words = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    HelpCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        var command = spec.root().commandLine();
        for (var word : words) {
            var deeper = command.getSubcommands().get(word);
            if (deeper == null) throw new CommandLine.UnmatchedArgumentException(command, List.of(word));
            command = deeper;
        }
        command.usage(out);
    }
}
