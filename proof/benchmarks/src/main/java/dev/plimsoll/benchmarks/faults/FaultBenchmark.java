package dev.plimsoll.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * {@code proof/benchmarks/run faults [SECONDS [OPTIONS OF LEASES]]}: each process of a cluster of many is killed, told to end, paused and cut
 * off in turn, until the time is over. A line for each fault says for how long no work of a kind was done.
 */
public final class FaultBenchmark {
    private static final int DEFAULT_SECONDS = 720;
    /** How long a part is away. */
    private static final long AWAY_SECONDS = 6;
    /** After a part is back, for what comes late. */
    private static final long AFTERWARDS_SECONDS = 9;

    private FaultBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_SECONDS;
        var leases = arguments.length > 2
                ? Arrays.asList(arguments).subList(2, arguments.length)
                : FaultCluster.QUICK_LEASES;
        var folder = Files.createTempDirectory("plimsoll-faults");
        FaultOutcome outcome;
        try (var cluster =
                        FaultCluster.start(folder, List.of(arguments[0]), FaultCluster.Size.USUAL.withLeases(leases));
                var run = FaultRun.start(cluster)) {
            outcome = play(run, FaultStep.all(cluster.parts()), seconds);
        }
        System.out.println(outcome);
        if (!outcome.isGood()) {
            System.out.println("the logs are in " + folder);
            System.exit(1);
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private static FaultOutcome play(FaultRun run, List<FaultStep> steps, int seconds)
            throws IOException, InterruptedException {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        System.out.println("seconds without progress, by kind of work; a part is away for " + AWAY_SECONDS + " s");
        System.out.printf(
                Locale.ROOT,
                "%-22s %7s %8s %8s %12s %7s%n",
                "fault",
                "writes",
                "bindings",
                "starts",
                "replacements",
                "errors");
        measure(run, "(none)", FaultBenchmark::away);
        for (var step : steps) {
            if (System.nanoTime() > end) break;
            measure(run, step.toString(), () -> run.play(step, FaultBenchmark::away));
        }
        return run.end();
    }

    private static void away() throws InterruptedException {
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private static void measure(FaultRun run, String name, Step step) throws IOException, InterruptedException {
        var errors = run.errors();
        var from = System.nanoTime();
        step.run();
        TimeUnit.SECONDS.sleep(AFTERWARDS_SECONDS);
        var to = System.nanoTime();
        var gaps = run.work().kinds().stream()
                .map(kind -> kind.longestGap(from, to))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "%-22s %7.1f %8.1f %8.1f %12.1f %7d%n",
                name,
                gaps.get(0),
                gaps.get(1),
                gaps.get(2),
                gaps.get(3),
                run.errors() - errors);
    }
}
