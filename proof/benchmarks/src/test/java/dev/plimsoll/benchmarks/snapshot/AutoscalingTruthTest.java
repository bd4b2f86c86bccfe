package dev.plimsoll.benchmarks.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.estimation.usage.RecordedUsage;
import dev.plimsoll.core.estimation.usage.UsageSeries;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Autoscalers of clusters that run do what was said of them: a cluster is read, simulated with some use, and then used so.
 *
 * <p>{@code -Dplimsoll.seed=N} sets the first of {@code -Dplimsoll.truth.autoscaled=N} random clusters. It is here because this module
 * has both the command and the clusters of the test kit, whose time can be moved.
 */
// Acceptance of simulate: truth-autoscalers
@Timeout(3600)
class AutoscalingTruthTest {
    private static final int CLUSTERS = Integer.getInteger("plimsoll.truth.autoscaled", 1);

    /** One of each kind; the first and the last two have found mistakes. */
    private static final List<Long> SEEDS = List.of(23L, 25L, 41L, 57L);

    /** A node tells what is used 15 s later, and the controller looks within another 15 s; each second is looked at. */
    private static final Duration LATE = Duration.ofSeconds(32);

    @TempDir
    private Path folder;

    @Test
    @DisplayName("autoscalers do under real use what was said of the same use when it was recorded")
    void autoscalersDoWhatWasSaid() throws IOException {
        var first = Long.getLong("plimsoll.seed");
        if (first == null) for (var seed : SEEDS) compare(seed);
        else for (var i = 0; i < CLUSTERS; i++) compare(first + i);
    }

    private void compare(long seed) throws IOException {
        var scenario = AutoscaledScenario.of(new Random(new SplittableRandom(seed).nextLong()));
        try (var cluster = new ScenarioCluster(scenario)) {
            var said = said(cluster.snapshot(folder), cluster.podNames(), scenario);
            var expected = said.merged().untimed();
            var real = cluster.play(steps -> steps.merged().untimed().equals(expected));
            var log = String.join("\n", cluster.log());
            compare(
                    said.merged(),
                    real.merged(),
                    "seed " + seed + ", " + scenario + "\n" + log + "\nsaid " + said + "\nreal " + real);
        }
    }

    private static void compare(AutoscalerSteps said, AutoscalerSteps real, String about) {
        assertThat(real.untimed()).as(about).isEqualTo(said.untimed());
        for (var i = 0; i < said.scaled().size(); i++)
            assertThat(real.scaled().get(i).at())
                    .as(about)
                    .isBetween(
                            said.scaled().get(i).at(), said.scaled().get(i).at().plus(LATE));
    }

    private static AutoscalerSteps said(Snapshot snapshot, List<String> pods, AutoscaledScenario scenario) {
        var begun = snapshot.header().taken().orElseThrow();
        var usage = recorded(pods, scenario, begun);
        var loaded = new ManifestLoader().read("autoscaler.json", scenario.autoscaler());
        if (!(loaded instanceof Loaded.Documents(var manifests))) throw new AssertionError(loaded.toString());
        var changes =
                new RequestedChanges("default", manifests, List.of(), List.of(), List.of(), List.of(), List.of(), 0);
        var facts = new Simulation.Facts(null, usage);
        var result = new Simulation(snapshot, PredictionSettings.DEFAULT, facts, _ -> {})
                .run(changes, SimulationOptions.DEFAULT);
        assertThat(result.problems()).isEmpty();
        assertThat(result.refused()).isEmpty();
        var outcome = Objects.requireNonNull(result.after().autoscalingOrNull());
        return AutoscalerSteps.of(outcome.workloads().getFirst(), begun);
    }

    /** A sample each minute. */
    private static RecordedUsage recorded(List<String> pods, AutoscaledScenario scenario, Instant begun) {
        var usage = new RecordedUsage.Builder();
        var time = begun.toEpochMilli();
        for (var use : scenario.minutes()) {
            for (var pod : pods)
                usage.add(
                        new UsageSeries.Id("default", "", pod, "app"),
                        time,
                        Math.ceilDiv(use.cpu(), pods.size()),
                        (long) use.memory() << 20);
            time += 60_000;
        }
        return usage.build();
    }
}
