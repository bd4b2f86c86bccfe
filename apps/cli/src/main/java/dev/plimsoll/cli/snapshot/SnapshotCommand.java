package dev.plimsoll.cli.snapshot;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.snapshot.anonymous.Anonymizer;
import dev.plimsoll.snapshot.anonymous.Pseudonyms;
import dev.plimsoll.snapshot.capture.ClusterCapture;
import dev.plimsoll.snapshot.capture.ClusterCapture.Outcome.Captured;
import dev.plimsoll.snapshot.capture.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll snapshot}: what is in a cluster, in a file. */
@Command(
        name = "snapshot",
        description = {
            "Write what is in a cluster into a file: nodes, pods, workloads, and all that decides where pods run and what they "
                    + "get. Nothing in the cluster is changed, and nothing needs to be installed there.",
            "",
            "Each kind is read at one resourceVersion, page by page; the versions are in the file and are told. There are no "
                    + "Secrets and no ConfigMaps in it, no values of environment variables, no commands and arguments, no "
                    + "addresses and no managedFields. A kind that the server lacks or that you may not list is noted."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll snapshot -o cluster.json.gz",
            "  plimsoll snapshot -o shop.json.gz -n shop",
            "  plimsoll snapshot -o report.json.gz --anonymise",
            "                                  for others: no name is left in it",
            "  plimsoll simulate --snapshot cluster.json.gz --drain node-1"
        })
public final class SnapshotCommand implements Callable<Integer> {
    private static final int KEY_BYTES = 32;

    private final Console console;
    private final InstantSource clock;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description =
                    "Where to write, as JSON compressed by gzip; for its owner only. A file that is there is replaced.")
    private Path output = Path.of("");

    @Option(
            names = "--anonymise",
            description =
                    "Replace names, namespaces, labels, annotations, images and hosts. Equal names stay equal, and all "
                            + "numbers stay. Nobody can find the names again, not even you: the key is random and is not kept.")
    private boolean anonymise;

    @Option(
            names = "--anonymise-key",
            paramLabel = "FILE",
            description =
                    "With --anonymise: a file with the key, so that several snapshots have the same names. Keep it as secret "
                            + "as the names.")
    private @Nullable Path keyFile;

    public SnapshotCommand(Console console, InstantSource clock) {
        this.console = console;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        if (keyFile != null && !anonymise)
            return console.unreadable("--anonymise-key " + keyFile + ": it is for --anonymise; give both");
        byte[] key;
        try {
            key = key();
        } catch (IOException e) {
            return console.unreadable(
                    "--anonymise-key " + keyFile + " cannot be read: " + PathProblem.of(e) + "; check the path");
        }
        if (key.length == 0)
            return console.unreadable(
                    "--anonymise-key " + keyFile + ": the file is empty; write 32 random bytes into it");
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    yield capture(ready, key);
                }
            }
        };
    }

    private byte[] key() throws IOException {
        if (keyFile != null) return Files.readAllBytes(keyFile);
        var key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    private int capture(Configured.Ready ready, byte[] key) {
        var client = ConnectionOptions.client(ready, "plimsoll-snapshot");
        var outcome = new ClusterCapture(client, connection.askedNamespace(), console::progress)
                .capture(clock.instant().truncatedTo(ChronoUnit.SECONDS));
        console.progress("");
        return switch (outcome) {
            case ClusterCapture.Outcome.Failed(var why) ->
                console.unreadable("nothing could be read from " + ready.server() + ": " + why
                        + "; use an account that may list the objects of the cluster, or -n NAME");
            case Captured captured -> write(captured, key);
        };
    }

    private int write(Captured captured, byte[] key) {
        console.progress("plimsoll: writing " + captured.size() + " objects");
        try {
            var writer = anonymise
                    ? SnapshotWriter.anonymised(captured, new Anonymizer(new Pseudonyms(key))::anonymous)
                    : SnapshotWriter.of(captured);
            writer.write(output);
        } catch (IOException e) {
            console.progress("");
            return console.unreadable(output + " cannot be written: " + PathProblem.of(e) + "; check the folder");
        }
        console.progress("");
        CaptureText.lines(captured, output).forEach(line -> console.errors().println("plimsoll: " + line));
        console.errors().flush();
        return ExitCode.OK;
    }
}
