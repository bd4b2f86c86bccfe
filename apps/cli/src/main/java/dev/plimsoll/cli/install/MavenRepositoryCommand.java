package dev.plimsoll.cli.install;

import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll maven-repository}: the libraries for projects of others. */
@Command(
        name = "maven-repository",
        description = {
            "Make a Maven repository in a folder: the core library, the test kit and all that they need, each with sources "
                    + "and Javadoc, and plimsoll-bom with their versions.",
            "",
            "It builds from the source tree that ./plimsoll is in, without tests, in a few minutes. Nothing is installed "
                    + "in ~/.m2."
        },
        footer = {
            "",
            "Examples:",
            "  ./plimsoll maven-repository",
            "  ./plimsoll maven-repository /srv/maven",
            "  ./plimsoll maven-repository /srv/maven --gpg-key releases@example.com",
            "  ./plimsoll maven-repository /srv/maven --gpg-key releases@example.com \\",
            "    --project-url https://example.com/plimsoll --developer 'Releases' \\",
            "    --scm-url https://example.com/plimsoll.git"
        })
public final class MavenRepositoryCommand implements Callable<Integer> {
    private static final Pattern MODULE = Pattern.compile("\\[INFO] Building (.+?) \\S+ +\\[(\\d+)/(\\d+)]");
    private static final int ERRORS_SHOWN = 5;

    private final Console console;
    private final PrintWriter out;

    @Parameters(arity = "0..1", paramLabel = "FOLDER", description = "Where to make it (default: ~/.plimsoll/maven).")
    private @Nullable Path folder;

    @Option(
            names = "--gpg-key",
            paramLabel = "KEY",
            description =
                    "Sign each file with this key of GnuPG, as public repositories ask for it (default: not signed).")
    private @Nullable String key;

    @Option(
            names = "--gpg",
            paramLabel = "PROGRAM",
            defaultValue = "gpg",
            description = "The program of GnuPG (default: ${DEFAULT-VALUE}).")
    private String gpg = "gpg";

    @ArgGroup(exclusive = false)
    private @Nullable Publisher publisher;

    private final @Nullable ProgramFolder program;

    /** @param program null where it is not known */
    public MavenRepositoryCommand(Console console, PrintWriter out, @Nullable ProgramFolder program) {
        this.program = program;
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        var source = program == null ? null : program.sourceOrNull();
        if (source == null) {
            return console.unreadable(
                    "this program comes from an archive, which has no sources: clone the source tree, "
                            + "and run ./plimsoll maven-repository there");
        }
        var target = (folder == null ? Path.of(System.getProperty("user.home"), ".plimsoll", "maven") : folder)
                .toAbsolutePath()
                .normalize();
        try {
            Files.createDirectories(target);
            var code = build(source, target);
            return code == ExitCode.OK ? finish(target) : code;
        } catch (IOException e) {
            return console.unreadable("the repository cannot be made in " + target + ": " + e
                    + "; choose another folder: plimsoll maven-repository FOLDER");
        }
    }

    private int finish(Path target) throws InterruptedException {
        if (publisher != null) {
            try {
                var count = publisher.complete(target);
                console.log().say(out, "completed: " + count + " POMs with who publishes them");
            } catch (IOException e) {
                return console.unreadable("the POMs in " + target + " cannot be completed: " + e
                        + "; make the repository in another folder");
            }
        }
        if (key != null) {
            try {
                var count = new RepositorySignatures(gpg, key).sign(target);
                console.log().say(out, "signed: " + count + " files with " + key);
            } catch (IOException e) {
                return console.unreadable("the repository in " + target + " is not signed: " + e.getMessage()
                        + "; leave --gpg-key out for a repository without signatures");
            }
        }
        console.log().say(out, "made: " + target + "; docs/guide/testing.md says how a project uses it");
        return ExitCode.OK;
    }

    private int build(Path source, Path target) throws IOException, InterruptedException {
        var log = Files.createDirectories(source.resolve("target")).resolve("maven-repository.log");
        var maven = new ProcessBuilder(
                        source.resolve("mvnw").toString(),
                        "--batch-mode",
                        "--no-transfer-progress",
                        "-Pquick,repository",
                        "-Dmaven.install.skip=true",
                        "-DaltDeploymentRepository=plimsoll::" + target.toUri(),
                        "-pl",
                        "io/snapshot,proof/testkit,proof/testkit-client,proof/testkit-operatorsdk,apps/distribution/bom",
                        "-am",
                        "deploy")
                .redirectErrorStream(true)
                .start();
        maven.getOutputStream().close();
        var errors = new ArrayList<String>();
        try (var lines = maven.inputReader(StandardCharsets.UTF_8);
                var written = Files.newBufferedWriter(log)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                written.write(line);
                written.newLine();
                tell(line, errors);
            }
        } finally {
            // Whoever ends this program ends the build.
            if (maven.isAlive() && Thread.currentThread().isInterrupted()) maven.destroy();
        }
        console.progress("");
        if (maven.waitFor() != 0) {
            errors.stream().limit(ERRORS_SHOWN).forEach(console.errors()::println);
            return console.unreadable("the build failed; see what Maven said in " + log);
        }
        return ExitCode.OK;
    }

    private void tell(String line, List<String> errors) {
        var module = MODULE.matcher(line);
        if (module.find())
            console.step("plimsoll: " + module.group(2) + " of " + module.group(3) + ": " + module.group(1));
        if (line.startsWith("[ERROR]")) errors.add(line);
    }
}
