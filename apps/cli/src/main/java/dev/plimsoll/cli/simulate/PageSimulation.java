package dev.plimsoll.cli.simulate;

import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.cli.simulate.report.SimulationReport;
import dev.plimsoll.cli.simulate.report.SimulationTable;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.console.http.CommandTexts;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotFiles;
import dev.plimsoll.snapshot.SnapshotLimits;
import dev.plimsoll.snapshot.capture.ClusterCapture;
import dev.plimsoll.snapshot.capture.SnapshotWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code plimsoll simulate -f} says of a cluster as it is now, for the console. */
public final class PageSimulation {
    private static final int LINES = 50;

    private PageSimulation() {}

    /** The answer as text, or why there is none. The cluster is read as the user of the client; nothing is changed. */
    public static String of(ApiClient client, String manifests, Instant now) {
        return switch (new ManifestLoader().read("manifests", manifests)) {
            case Loaded.Unreadable unreadable -> unreadable.line();
            case Loaded.Documents(var documents) ->
                switch (new ClusterCapture(client, "", _ -> {}).capture(now.truncatedTo(ChronoUnit.SECONDS))) {
                    case ClusterCapture.Outcome.Failed(var why) ->
                        "nothing could be read from the cluster: " + why
                                + "; a simulation needs the right to list nodes and pods";
                    case ClusterCapture.Outcome.Captured captured -> answer(captured, documents);
                };
        };
    }

    /** Why pods without a node have none, by class of node: the first run of a simulation in which nothing is changed. */
    public static CommandTexts.Refusals refusals(ApiClient client, Instant now) {
        return switch (new ClusterCapture(client, "", _ -> {}).capture(now.truncatedTo(ChronoUnit.SECONDS))) {
            case ClusterCapture.Outcome.Failed(var why) ->
                CommandTexts.Refusals.unknown("Nothing could be read from the cluster: " + why
                        + "; this needs the right to list nodes and pods.");
            case ClusterCapture.Outcome.Captured captured -> {
                try {
                    var pods = new TreeMap<String, List<PodOutcome.ClassRefusal>>();
                    for (var fate :
                            simulated(captured, List.of()).result().before().pods()) {
                        if (fate.ending() instanceof PodOutcome.Waits(var _, var refusals))
                            pods.put(fate.qualifiedName(), refusals);
                    }
                    yield new CommandTexts.Refusals("", pods);
                } catch (IOException e) {
                    yield CommandTexts.Refusals.unknown(unwritable(e));
                }
            }
        };
    }

    private static String unwritable(IOException e) {
        return "the cluster could not be written down for the simulation: " + e.getMessage()
                + "; is there room in the folder for temporary files?";
    }

    private static String answer(ClusterCapture.Outcome.Captured captured, List<Manifest> manifests) {
        try {
            var simulated = simulated(captured, manifests);
            var result = simulated.result();
            if (!result.misunderstood().isEmpty()) return String.join("\n", result.misunderstood());
            var report = new SimulationReport(simulated.snapshot().header(), result, Set.of());
            return new SimulationTable(Paint.chosen(Paint.Choice.never, false, true), LINES).of(report);
        } catch (IOException e) {
            return unwritable(e);
        }
    }

    private record Simulated(Snapshot snapshot, Simulation.Result result) {}

    private static Simulated simulated(ClusterCapture.Outcome.Captured captured, List<Manifest> manifests)
            throws IOException {
        @Nullable Path file = null;
        try {
            file = PrivateFiles.createTempFile(Path.of(System.getProperty("java.io.tmpdir")), "console", ".json.gz");
            SnapshotWriter.of(captured).write(file);
            var snapshot = new SnapshotFiles(SnapshotLimits.usual()).read(List.of(file));
            var asked = new RequestedChanges(
                    "default", manifests, List.of(), List.of(), List.of(), List.of(), List.of(), 0);
            var settings = new PredictionSettings(FeatureGates.DEFAULT, List.of(Profile.DEFAULT), false, null);
            return new Simulated(snapshot, new Simulation(snapshot, settings).run(asked, SimulationOptions.DEFAULT));
        } finally {
            delete(file);
        }
    }

    private static void delete(@Nullable Path file) {
        if (file == null) return;
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
