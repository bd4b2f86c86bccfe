package dev.plimsoll.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plimsoll completion}: a script for the shell. */
@Command(
        name = "completion",
        description = {
            "Print a script that completes commands and options in bash and zsh.",
            "",
            "  source <(plimsoll completion)         in bash; in zsh after: autoload -U +X bashcompinit && bashcompinit"
        })
final class CompletionCommand implements Runnable {
    private final PrintWriter out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    CompletionCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        var root = spec.root();
        out.print(AutoComplete.bash(root.name(), root.commandLine()));
    }
}
