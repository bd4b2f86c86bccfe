package dev.plimsoll.benchmarks.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.node.KubeletManagers;
import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.cli.simulate.report.SimulationDocument;
import dev.plimsoll.cli.simulate.report.SimulationReport;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotFiles;
import dev.plimsoll.snapshot.SnapshotLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The questions of the benchmark, about a smaller cluster of the same kind: who makes an answer faster does not change a byte of it. Who
 * changes a decision on purpose writes the digests anew with {@code -Drewrite=true}.
 */
// Acceptance of simulate: same-answers
class PinnedAnswersTest {
    private static final Path PINNED = Path.of("src/test/resources/dev/plimsoll/benchmarks/snapshot/answers.txt");

    @TempDir
    private Path folder;

    @Test
    @DisplayName("every answer about a generated cluster is byte by byte what it was")
    void pinned() throws IOException {
        var file = folder.resolve("cluster.json");
        new GeneratedCluster(7, 150, 1_500).write(file);
        var snapshot = new SnapshotFiles(SnapshotLimits.usual()).read(List.of(file));
        var found = answers(snapshot).entrySet().stream()
                .map(answer -> answer.getValue() + "  " + answer.getKey() + "\n")
                .collect(Collectors.joining());
        if (Boolean.getBoolean("rewrite")) Files.writeString(PINNED, found);
        assertThat(found).isEqualTo(Files.readString(PINNED));
    }

    private static Map<String, String> answers(Snapshot snapshot) {
        var answers = new TreeMap<String, String>();
        var plain = new Simulation(snapshot, PredictionSettings.DEFAULT);
        answers.put("nothing", digest(snapshot, plain.run(RequestedChanges.NONE, SimulationOptions.DEFAULT)));
        var placed = SimulateBenchmark.applied(SimulateBenchmark.deployment("many", 700, """
                {"requests":{"cpu":"100m","memory":"160Mi"}}"""));
        answers.put("placed", digest(snapshot, plain.run(placed, SimulationOptions.DEFAULT.withSeeds(2))));
        var drained =
                new RequestedChanges("default", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 30);
        answers.put("removed nodes", digest(snapshot, plain.run(drained, SimulationOptions.DEFAULT)));
        var resized = SimulateBenchmark.resized(SimulateBenchmark.resizes(snapshot, 300));
        answers.put("resized", digest(snapshot, plain.run(resized, SimulationOptions.DEFAULT)));
        answers.put(
                "consolidated",
                digest(snapshot, plain.run(RequestedChanges.NONE, SimulationOptions.DEFAULT.consolidating())));
        var facts = new Simulation.Facts(KubeletManagers.of("static", "single-numa-node", "container"), null);
        var pinned = SimulateBenchmark.applied(SimulateBenchmark.deployment("pinned", 150, """
                {"requests":{"cpu":"1","memory":"16Mi"},"limits":{"cpu":"1","memory":"16Mi"}}"""));
        answers.put(
                "admitted by managers",
                digest(
                        snapshot,
                        new Simulation(snapshot, PredictionSettings.DEFAULT, facts, _ -> {})
                                .run(pinned, SimulationOptions.DEFAULT)));
        answers.put("a recorded day", digest(snapshot, new RecordedDays(snapshot, 1, 100).run()));
        return answers;
    }

    private static String digest(Snapshot snapshot, Simulation.Result result) {
        var text = SimulationDocument.of(new SimulationReport(snapshot.header(), result, Set.of()))
                .toString();
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
