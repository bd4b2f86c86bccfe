package dev.plimsoll.benchmarks.node;

import dev.plimsoll.benchmarks.figures.FigureFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * {@code proof/benchmarks/run node}: how long a resize takes until a watcher sees it in force, with 1, 110 and 500 pods on the
 * node, how many come into force per second, and what 5,000 idle nodes cost. Server, node and client share this process.
 */
public final class NodeBenchmark {
    private static final int WARM_UP = 300;
    private static final int SINGLE = 500;
    private static final int WORKERS = 32;
    private static final int PER_WORKER = 100;

    private NodeBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        var idle = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5000;
        var folder = Files.createTempDirectory("plimsoll-node-benchmark");
        try {
            resizes(folder.resolve("one"));
            if (idle > 0) idle(folder.resolve("many"), idle);
        } finally {
            delete(folder);
        }
    }

    private static void resizes(Path folder) throws InterruptedException, ExecutionException {
        try (var cluster = new NodeBenchmarkCluster(folder, 1);
                var pods = new BenchmarkPods(cluster.client())) {
            var made = 0;
            System.out.println(
                    "pods  resize, one after the other: p50   p99   resizes/s with " + WORKERS + " clients: p50   p99");
            for (var count : List.of(1, 110, 500)) {
                pods.create(made, count);
                made = count;
                var single = single(pods, count);
                record("resize, " + count + " pods on the node", single);
                System.out.println(count(count) + "                         " + millis(single, 0.5)
                        + millis(single, 0.99) + "   " + (count >= WORKERS ? many(pods, count) : ""));
            }
        }
    }

    private static String count(int count) {
        return String.format(Locale.ROOT, "%4d", count);
    }

    private static long[] single(BenchmarkPods pods, int count) throws InterruptedException {
        for (var i = 0; i < WARM_UP; i++) pods.resize(i % count, cpu(i / count));
        var times = new long[SINGLE];
        for (var i = 0; i < SINGLE; i++) times[i] = pods.resize(i % count, cpu(WARM_UP + i / count));
        Arrays.sort(times);
        return times;
    }

    /** A value that differs from the one before. */
    private static String cpu(int turn) {
        return 101 + turn % 397 + "m";
    }

    private static String many(BenchmarkPods pods, int count) throws InterruptedException, ExecutionException {
        var share = count / WORKERS;
        var times = new ArrayList<Future<long[]>>();
        var began = System.nanoTime();
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var w = 0; w < WORKERS; w++) {
                var first = w * share;
                times.add(workers.submit(() -> {
                    var own = new long[PER_WORKER];
                    for (var i = 0; i < PER_WORKER; i++) own[i] = pods.resize(first + i % share, cpu(1000 + i / share));
                    return own;
                }));
            }
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        var all = new long[WORKERS * PER_WORKER];
        for (var w = 0; w < WORKERS; w++) System.arraycopy(times.get(w).get(), 0, all, w * PER_WORKER, PER_WORKER);
        Arrays.sort(all);
        record("resizes of " + WORKERS + " clients, " + count + " pods on the node", all);
        FigureFile.add(
                "resizes of " + WORKERS + " clients, " + count + " pods on the node", all.length / seconds, "/s");
        return String.format(Locale.ROOT, "%8.0f", all.length / seconds) + "   " + millis(all, 0.5) + millis(all, 0.99);
    }

    private static void record(String what, long[] sorted) {
        FigureFile.add(what + ", p50", at(sorted, 0.5), "ms");
        FigureFile.add(what + ", p99", at(sorted, 0.99), "ms");
    }

    private static double at(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))] / 1e6;
    }

    private static String millis(long[] sorted, double share) {
        return String.format(Locale.ROOT, "%8.1f ms", at(sorted, share));
    }

    private static void idle(Path folder, int count) throws IOException, InterruptedException {
        var began = System.nanoTime();
        try (var cluster = new NodeBenchmarkCluster(folder, count)) {
            var client = cluster.client();
            while (client.list(
                                    dev.plimsoll.client.ApiResource.LEASES,
                                    dev.plimsoll.client.ObjectSelection.inNamespace("kube-node-lease"),
                                    dev.plimsoll.client.Page.ALL)
                            .done()
                            .orElseThrow()
                            .items()
                            .size()
                    < count) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            var registered = (System.nanoTime() - began) / 1e9;
            FigureFile.add(count + " nodes registered", registered, "s");
            System.out.printf(Locale.ROOT, "%d nodes registered in %.1f s%n", count, registered);
            var cpu = processorTime();
            var from = System.nanoTime();
            TimeUnit.SECONDS.sleep(20);
            var share = (processorTime() - cpu) / (double) (System.nanoTime() - from);
            System.gc();
            var used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            FigureFile.add(count + " idle nodes, processors", share, "processors");
            FigureFile.add(count + " idle nodes, live heap", used / 1e6, "MB");
            FigureFile.add(count + " idle nodes, resident", resident() / 1e3, "MB");
            System.out.printf(
                    Locale.ROOT,
                    "idle: %.2f processors with a heartbeat of each node every 10 s, heap %d MB, resident %d MB%n",
                    share,
                    used >> 20,
                    resident() >> 10);
        }
    }

    private static long processorTime() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    /** Kilobytes. */
    private static long resident() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
