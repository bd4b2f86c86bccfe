package dev.plimsoll.benchmarks.scheduler;

import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.placement.Decision;
import dev.plimsoll.core.placement.Placement;
import dev.plimsoll.core.placement.filter.PlacementContext;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.Terms;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.SchedulingStatus;
import dev.plimsoll.core.placement.view.PlacementPod.Sized;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Decisions without an API: one thread places pods on the table of nodes; when a cluster is full it begins with an empty one. */
final class Decisions {
    private static final Amounts NODE = Amounts.of(ResourceAmounts.parse("cpu=4,memory=32Gi"));
    private static final Amounts REQUESTS = Amounts.of(ResourceAmounts.parse("cpu=100m,memory=500Mi"));
    private static final Sized POD = new Sized(REQUESTS, REQUESTS);

    private Decisions() {}

    static NodeTable table(int nodes, int pods) {
        var table = new NodeTable();
        for (var i = 0; i < nodes; i++) {
            var name = "node-" + i;
            table.set(new PlacementNode(
                    name,
                    Map.of("kubernetes.io/hostname", name),
                    false,
                    List.of(),
                    NODE,
                    110,
                    Set.of(),
                    Map.of(),
                    Map.of("Ready", "True"),
                    false,
                    NumaZones.NONE));
        }
        for (var i = 0; i < pods; i++) table.add(pod(i, POD).on("node-" + i % nodes));
        return table;
    }

    private static PlacementPod pod(int number, Sized size) {
        return new PlacementPod(
                new PlacementPod.Key("namespace-2", "pod-" + number, "uid-" + number),
                Map.of(),
                "",
                Profile.DEFAULT_NAME,
                0,
                false,
                size,
                size,
                Terms.NONE,
                List.of(),
                SchedulingStatus.NEW,
                null);
    }

    /** The same pod again and again, and pods of a hundred different sizes. */
    static void run(int nodes, int seconds) {
        rate("equal pods", nodes, 1, seconds);
        rate("pods of 100 sizes", nodes, 100, seconds);
        memory();
    }

    private static void rate(String what, int nodes, int sizes, int seconds) {
        // Views of pods share what is equal in them, as those that are read from the API do.
        var shapes = new ArrayList<Sized>();
        for (var i = 0; i < sizes; i++) {
            var amounts = Amounts.of(ResourceAmounts.parse("cpu=" + (100 + i) + "m,memory=" + (500 - i) + "Mi"));
            shapes.add(new Sized(amounts, amounts));
        }
        var placement = new Placement(new PlacementContext(Profile.DEFAULT, Map.of(), false));
        var best = 0.0;
        for (var round = 0; round < 3; round++) {
            var table = table(nodes, nodes);
            var running = new ArrayDeque<PlacementPod>();
            var start = 0;
            var count = 0;
            var began = processorTime();
            while (processorTime() - began < seconds * 1_000_000_000L) {
                for (var i = 0; i < 100; i++) {
                    var pod = pod(count, shapes.get(count % sizes));
                    switch (placement.decide(pod, table, start)) {
                        case Decision.Placed placed -> {
                            var there = pod.on(placed.nodeName());
                            table.add(there);
                            running.add(there);
                            start = placed.next();
                        }
                        case Decision.Refused refused -> throw new IllegalStateException(refused.message());
                    }
                    count++;
                    // Ten pods on each node run; the oldest makes room for the newest.
                    if (running.size() > 10 * nodes) table.remove(running.remove());
                }
            }
            best = Math.max(best, count / ((processorTime() - began) / 1e9));
        }
        FigureFile.add("decision, " + what + ", " + nodes + " nodes", 1e6 / best, "µs");
        System.out.printf(
                Locale.ROOT, "decisions, %d nodes, %s: %.0f per second of one processor%n", nodes, what, best);
    }

    /** Of this thread: a machine that is busy with other things does not count. */
    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** What the table of a large cluster takes. */
    private static void memory() {
        var before = used();
        var table = table(5000, 150_000);
        var after = used();
        System.out.printf(
                Locale.ROOT,
                "memory of the table: %d nodes, %d pods (views included): %.1f MB%n",
                table.nodeCount(),
                table.podCount(),
                (after - before) / 1e6);
    }

    private static long used() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
