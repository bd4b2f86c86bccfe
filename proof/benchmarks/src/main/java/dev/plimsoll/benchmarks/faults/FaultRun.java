package dev.plimsoll.benchmarks.faults;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * {@code proof/benchmarks/run faults [SECONDS [OPTIONS OF LEASES]]}: each process of a cluster of many is killed, told to end and paused in
 * turn, until the time is over. A line for each fault says for how long no work of a kind was done.
 */
public final class FaultRun {
    private static final int DEFAULT_SECONDS = 900;
    /** After a part is back, for what comes late. */
    private static final long AFTERWARDS_SECONDS = 12;

    private static final long LONGEST_SETTLING_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final List<String> QUICK_LEASES = List.of(
            "--leader-elect-lease-duration",
            "3s",
            "--leader-elect-renew-deadline",
            "2s",
            "--leader-elect-retry-period",
            "500ms");

    private final Progress writes = new Progress();
    private final Progress bindings = new Progress();
    private final Progress starts = new Progress();
    private final Progress replacements = new Progress();

    private FaultRun() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_SECONDS;
        var leases = arguments.length > 2 ? Arrays.asList(arguments).subList(2, arguments.length) : QUICK_LEASES;
        var folder = Files.createTempDirectory("plimsoll-faults");
        boolean isGood;
        try (var cluster = FaultCluster.start(folder, Path.of(arguments[0]), leases)) {
            isGood = new FaultRun().run(cluster, seconds);
        }
        if (!isGood) {
            System.out.println("the logs are in " + folder);
            System.exit(1);
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private static ApiClient client(FaultCluster cluster) {
        var servers = new Connections.Servers(cluster.servers(), _ -> {});
        return switch (Connections.fromFile(cluster.kubeconfig(), "", servers)) {
            case Configured.Ready ready ->
                ApiClient.over(ready.transport(), "fault-run/1", TokenBucket.unlimited(Time.system()), Time.system());
            case Configured.Invalid(var why) -> throw new IllegalStateException(why);
        };
    }

    private boolean run(FaultCluster cluster, int seconds) throws IOException, InterruptedException {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try (var pods = new PodFollower(client(cluster), bindings, starts, replacements);
                var load = new SteadyLoad(client(cluster), writes)) {
            load.start();
            settle(pods);
            System.out.println("seconds without progress, by kind of work; a part is away for "
                    + ProcessFault.AWAY_SECONDS + " s");
            System.out.printf(
                    Locale.ROOT,
                    "%-22s %7s %8s %8s %12s %7s%n",
                    "fault",
                    "writes",
                    "bindings",
                    "starts",
                    "replacements",
                    "errors");
            measure("(none)", load, () -> TimeUnit.SECONDS.sleep(ProcessFault.AWAY_SECONDS));
            for (var turn : turns(cluster)) {
                if (System.nanoTime() > end) break;
                measure(
                        turn.fault() + " " + turn.part().name(),
                        load,
                        () -> turn.fault().doTo(turn.part()));
            }
            load.end();
            return judge(pods, load);
        }
    }

    private record Turn(ProcessFault fault, Part part) {}

    /** The first of each kind of part comes first, so that a short run meets all kinds. */
    private static List<Turn> turns(FaultCluster cluster) {
        var turns = new ArrayList<Turn>();
        for (var fault : ProcessFault.values()) {
            for (var part : cluster.parts()) turns.add(new Turn(fault, part));
        }
        turns.sort(Comparator.comparing(
                turn -> turn.part().name().endsWith("-2") || turn.part().name().endsWith("-3")));
        return turns;
    }

    /** Waits until work of all kinds is done for the first time. */
    private void settle(PodFollower pods) throws InterruptedException {
        var begun = System.nanoTime();
        while (System.nanoTime() - begun < LONGEST_SETTLING_NANOS
                && pods.pods().stream()
                                .filter(pod -> pod.isOfDeployment() && pod.isRunning())
                                .count()
                        < SteadyLoad.REPLICAS) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void measure(String name, SteadyLoad load, Step step) throws IOException, InterruptedException {
        var errors = load.errors();
        var from = System.nanoTime();
        step.run();
        TimeUnit.SECONDS.sleep(AFTERWARDS_SECONDS);
        var to = System.nanoTime();
        System.out.printf(
                Locale.ROOT,
                "%-22s %7.1f %8.1f %8.1f %12.1f %7d%n",
                name,
                writes.longestGap(from, to),
                bindings.longestGap(from, to),
                starts.longestGap(from, to),
                replacements.longestGap(from, to),
                load.errors() - errors);
    }

    /** Whether nothing was lost, doubled or told out of order, once the Deployment has all of its pods. */
    private static boolean judge(PodFollower pods, SteadyLoad load) throws InterruptedException {
        var begun = System.nanoTime();
        while (System.nanoTime() - begun < LONGEST_SETTLING_NANOS && deploymentPods(pods) != SteadyLoad.REPLICAS) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        var lost = load.lost();
        var there = deploymentPods(pods);
        System.out.printf(
                Locale.ROOT,
                "config maps acknowledged %d, lost %s; pods seen twice or bound twice %d; events out of order %d; pods of the Deployment %d of %d%n",
                load.acknowledged(),
                lost,
                pods.doubled(),
                pods.outOfOrder(),
                there,
                SteadyLoad.REPLICAS);
        return lost != null
                && lost == 0
                && pods.doubled() == 0
                && pods.outOfOrder() == 0
                && there == SteadyLoad.REPLICAS;
    }

    private static long deploymentPods(PodFollower pods) {
        return pods.pods().stream()
                .filter(pod -> pod.isOfDeployment() && !pod.isGoing())
                .count();
    }
}
