package dev.plimsoll.benchmarks.scheduler;

import dev.plimsoll.benchmarks.figures.FigureFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * {@code proof/benchmarks/run scheduler [decisions [NODES [SECONDS]] | NODES INIT MEASURED ...]}: upstream's SchedulingBasic. Nodes, then pods to warm
 * up, then the pods that count, created by 30 clients while they are placed; API server on the embedded store, scheduler, clients
 * and watchers share this process, writes are durable, every pod brings an event.
 */
public final class SchedulerBenchmark {
    private SchedulerBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            Decisions.run(5000, 5);
            basic(5000, 1000, 10_000);
            basic(5000, 5000, 50_000);
            return;
        }
        if (arguments[0].equals("decisions")) {
            Decisions.run(
                    arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5000,
                    arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5);
            return;
        }
        for (var i = 0; i + 2 < arguments.length; i += 3) {
            basic(
                    Integer.parseInt(arguments[i]),
                    Integer.parseInt(arguments[i + 1]),
                    Integer.parseInt(arguments[i + 2]));
        }
    }

    private static void basic(int nodes, int init, int measured) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("plimsoll-scheduler-benchmark");
        try (var cluster = new SchedulerCluster(folder)) {
            cluster.createNodes(nodes);
            cluster.createNamespaces(List.of("namespace-1", "namespace-2"));
            cluster.startScheduler();
            try (var warm = new BoundPods(cluster.client(), "namespace-1")) {
                cluster.createPods("namespace-1", init);
                warm.await(init);
            }
            try (var bound = new BoundPods(cluster.client(), "namespace-2")) {
                var began = System.nanoTime();
                var processors = processorTime();
                cluster.createPods("namespace-2", measured);
                var created = System.nanoTime();
                bound.await(measured);
                var ended = System.nanoTime();
                cluster.awaitEvents();
                record(
                        measured + " pods on " + nodes + " nodes",
                        measured,
                        ended - began,
                        processorTime() - processors);
                System.out.printf(
                        Locale.ROOT,
                        "SchedulingBasic/%dNodes_%dPods: %.0f pods/s over all; created in %.1f s, bound in %.1f s,"
                                + " all events written after %.1f s; %.0f us of processors per pod%n",
                        nodes,
                        measured,
                        measured / ((ended - began) / 1e9),
                        (created - began) / 1e9,
                        (ended - began) / 1e9,
                        (System.nanoTime() - began) / 1e9,
                        (processorTime() - processors) / 1e3 / measured);
                System.out.println("  " + bound.report());
                System.out.println("  " + cluster.report());
            }
            waiting(cluster, measured);
        } finally {
            delete(folder);
        }
    }

    /** As many pods again, all there before they are placed: what the scheduler, its bindings and its events do alone. */
    private static void waiting(SchedulerCluster cluster, int measured) throws IOException, InterruptedException {
        cluster.stopScheduler();
        cluster.createNamespaces(List.of("namespace-3"));
        cluster.createPods("namespace-3", measured);
        try (var bound = new BoundPods(cluster.client(), "namespace-3")) {
            var began = System.nanoTime();
            var processors = processorTime();
            cluster.startScheduler();
            bound.await(measured);
            var ended = System.nanoTime();
            record(measured + " pods that were there", measured, ended - began, processorTime() - processors);
            System.out.printf(
                    Locale.ROOT,
                    "  %d pods that were there before: %.0f pods/s; %.0f us of processors per pod%n",
                    measured,
                    measured / ((ended - began) / 1e9),
                    (processorTime() - processors) / 1e3 / measured);
        }
    }

    private static void record(String what, int pods, long nanos, long processorNanos) {
        FigureFile.add(what, pods / (nanos / 1e9), "/s");
        FigureFile.add(what + ", processor time each", processorNanos / 1e3 / pods, "µs");
    }

    /** Of the whole process: what a pod costs even where the machine is busy with other things. */
    private static long processorTime() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
