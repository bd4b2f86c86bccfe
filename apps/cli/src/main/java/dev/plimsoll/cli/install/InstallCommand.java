package dev.plimsoll.cli.install;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.Subcommands;
import dev.plimsoll.cli.reference.ManPage;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll install PREFIX}: copies the program to where others find it. */
@Command(
        name = "install",
        description = {
            "Install this program below PREFIX: bin/plimsoll and the kubectl plugin bin/kubectl-plimsoll, the program in "
                    + "lib/plimsoll, completions for bash and fish, and man pages, where shells and man look for them.",
            "",
            "Installing again replaces it. From an archive it brings its own Java runtime; from a source tree it needs "
                    + "JDK 25 to run."
        },
        footer = {"", "Examples:", "  plimsoll install ~/.local", "  sudo ./plimsoll install /usr/local"})
public final class InstallCommand implements Callable<Integer> {
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    private final Console console;
    private final PrintWriter out;
    private final Subcommands subcommands;
    private final @Nullable ProgramFolder program;

    @Parameters(paramLabel = "PREFIX", description = "Where to install: ~/.local for you, /usr/local for everybody.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path prefix;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** @param program null where it is not known */
    public InstallCommand(Console console, PrintWriter out, Subcommands subcommands, @Nullable ProgramFolder program) {
        this.program = program;
        this.console = console;
        this.out = out;
        this.subcommands = subcommands;
    }

    @Override
    public Integer call() {
        if (program == null) {
            return console.unreadable("this program was not started by its launcher, so that its files are not known: "
                    + "run bin/plimsoll of the archive, or ./plimsoll of the source tree");
        }
        var installation = new Installation(prefix);
        try {
            var problem = installation.problem();
            if (!problem.isEmpty()) return console.unreadable(problem);
            var completions = new TreeMap<String, String>();
            for (var shell : SHELLS)
                completions.put(
                        shell, subcommands.run(List.of("completion", shell)).text());
            installation.install(program, completions, ManPage.all(spec.root()));
        } catch (IOException e) {
            return console.unreadable("nothing can be installed in " + prefix + " (" + PathProblem.of(e)
                    + "); choose a folder that is yours, such as ~/.local, or use sudo");
        }
        var programs = installation.programs();
        console.log().say(out, "installed: " + programs.resolve("plimsoll"));
        if (!List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .contains(programs.toString()))
            console.log().say(out, "not on the PATH yet: export PATH=" + programs + ":$PATH");
        return ExitCode.OK;
    }
}
