package dev.plimsoll.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short run of {@link FaultBenchmark} with the programs as the build made them; the long one has every fault of every part. */
// Acceptance of production: fault-run
class FaultRunTest {
    private static final FaultCluster.Size SMALL = new FaultCluster.Size(3, 4, false, FaultCluster.QUICK_LEASES);
    /** Of each kind of fault one, of each kind of part one; the first scheduler and the first controllers lead. */
    private static final List<FaultStep> STEPS = List.of(
            new FaultStep(PartFault.KILL, "apiserver-1"),
            new FaultStep(PartFault.CUT, "scheduler-1"),
            new FaultStep(PartFault.STOP, "controllers-1"),
            new FaultStep(PartFault.TERM, "nodes"),
            new FaultStep(PartFault.KILL, "etcd-1"),
            new FaultStep(PartFault.CUT, "apiserver-2"));

    /** Far more than any fault costs: a part that does not come back is told of in place of a test that hangs. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(120);

    private static final int WRITES_WHILE_AWAY = 6;

    private static final Path LAUNCHER =
            Path.of("..", "..", "plimsoll").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private static boolean hasEtcd() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "etcd")));
    }

    @Test
    @DisplayName(
            "parts are killed, ended, paused and cut off under load: nothing is lost, doubled or out of order, and work of every kind goes on")
    void shortRun() throws Exception {
        Assumptions.assumeTrue(hasEtcd(), "no etcd on the PATH");
        Assumptions.assumeTrue(
                System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux"), "signals are those of Linux");
        try (var cluster = FaultCluster.start(folder, List.of(LAUNCHER.toString()), SMALL);
                var run = FaultRun.start(cluster)) {
            for (var step : STEPS) {
                run.play(step, () -> awaitWrites(run, run.work().writes().count() + WRITES_WHILE_AWAY));
                assertThat(isDone(run, System.nanoTime()))
                        .as("work of every kind after %s; the ends of the logs:%n%s", step, cluster.logs())
                        .isTrue();
            }
            var outcome = run.end();
            assertThat(outcome.isGood()).as("%s%n%s", outcome, cluster.logs()).isTrue();
            assertThat(outcome.acknowledged()).isGreaterThan(STEPS.size());
        }
    }

    /** Whatever is done to one part, somebody still takes writes. */
    private static void awaitWrites(FaultRun run, int count) throws InterruptedException {
        assertThat(await(() -> run.work().writes().count() >= count))
                .as("writes go on")
                .isTrue();
    }

    private static boolean isDone(FaultRun run, long since) throws InterruptedException {
        return await(() -> run.work().isDoneSince(since));
    }

    private interface Condition {
        boolean isMet();
    }

    private static boolean await(Condition condition) throws InterruptedException {
        var begun = System.nanoTime();
        while (!condition.isMet()) {
            if (System.nanoTime() - begun > LONGEST_NANOS) return false;
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return true;
    }
}
