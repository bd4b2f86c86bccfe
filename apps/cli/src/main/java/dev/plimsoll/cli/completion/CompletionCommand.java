package dev.plimsoll.cli.completion;

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
public final class CompletionCommand implements Runnable {
    /** Commands whose words are objects of a cluster ask plimsoll itself for the names; all else is as picocli has it. */
    private static final String BASH_NAMES = """

            # Names of objects, from the cluster that the command line chooses.
            _plimsoll_with_names() {
              local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD-1]} i
              case "$command:$word:$before" in
                resize:-*|why:-*|explain:-*) ;;
                resize:*:-*|why:*:-*|explain:*:-*) ;;
                resize:*|why:*|explain:*)
                  local chosen=()
                  for ((i = 2; i < COMP_CWORD; i++)); do
                    case "${COMP_WORDS[i]}" in
                      -n|--namespace|--context|--kubeconfig) chosen+=("${COMP_WORDS[i]}" "${COMP_WORDS[i+1]}") ;;
                    esac
                  done
                  COMPREPLY=($("${COMP_WORDS[0]}" complete-names "$command" "$word" "${chosen[@]}" 2>/dev/null))
                  return 0 ;;
              esac
              _complete_plimsoll "$@"
            }
            complete -F _plimsoll_with_names -o default plimsoll ./plimsoll
            """;

    private static final String FISH_NAMES = """
            complete -c plimsoll -n '__fish_seen_subcommand_from resize why explain' -a '(plimsoll complete-names (commandline -opc)[2] (commandline -ct) 2>/dev/null)'
            """;

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

    public CompletionCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        var root = spec.root();
        switch (shell) {
            case bash -> out.print(bash(root));
            // zsh reads completions that were written for bash once it was asked to.
            case zsh -> {
                out.println("autoload -Uz compinit bashcompinit && compinit && bashcompinit");
                out.print(bash(root));
            }
            case fish -> out.print(FishCompletion.of(root) + FISH_NAMES);
        }
    }

    private static String bash(CommandSpec root) {
        return AutoComplete.bash(root.name(), root.commandLine()) + BASH_NAMES;
    }
}
