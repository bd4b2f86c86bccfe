package dev.plimsoll.cli.reference;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll man-pages FOLDER}: a page for each command. */
@Command(
        name = "man-pages",
        description = "Write a man page for each command into a folder.",
        footer = {"", "Examples:", "  plimsoll man-pages ~/.local/share/man/man1", "  man plimsoll-explain"})
public final class ManPagesCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FOLDER", description = "Where the pages go; it is made where it is not there.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    public ManPagesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try {
            Files.createDirectories(folder);
            for (var page : ManPage.all(spec.root()).entrySet())
                Files.writeString(folder.resolve(page.getKey()), page.getValue());
            return ExitCode.OK;
        } catch (IOException e) {
            console.log()
                    .problem(folder + ": the man pages cannot be written: " + PathProblem.of(e)
                            + "; choose a folder that is yours");
            return ExitCode.UNREADABLE;
        }
    }
}
