package dev.plimsoll.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll completion}: a script for the shell. */
@Command(
        name = "completion",
        description = "Print a script that completes commands, options and their values in a shell.",
        footer = {
            "",
            "Examples:",
            "  source <(plimsoll completion bash)     in ~/.bashrc",
            "  source <(plimsoll completion zsh)      in ~/.zshrc",
            "  plimsoll completion fish >~/.config/fish/completions/plimsoll.fish"
        })
final class CompletionCommand implements Runnable {
    /** Whose language the script is in. */
    enum ShellName {
        bash,
        zsh,
        fish
    }

    private final PrintWriter out;

    @Parameters(
            arity = "0..1",
            defaultValue = "bash",
            paramLabel = "bash|zsh|fish",
            description = "The shell (default: ${DEFAULT-VALUE}).")
    private ShellName shell = ShellName.bash;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    CompletionCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        var root = spec.root();
        switch (shell) {
            case bash -> out.print(AutoComplete.bash(root.name(), root.commandLine()));
            // zsh reads completions that were written for bash once it was asked to.
            case zsh -> {
                out.println("autoload -Uz compinit bashcompinit && compinit && bashcompinit");
                out.print(AutoComplete.bash(root.name(), root.commandLine()));
            }
            case fish -> out.print(FishCompletion.of(root));
        }
    }
}
