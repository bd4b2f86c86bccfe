package dev.plimsoll.benchmarks.snapshot;

import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.benchmarks.figures.SimulateRows;
import dev.plimsoll.cli.node.KubeletManagers;
import dev.plimsoll.cli.resize.RequestedResize;
import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.core.prediction.comparison.PredictionDifference;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotFiles;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.SnapshotLimits;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Asks {@code plimsoll simulate}'s questions about a generated cluster, and tells how long each answer took. */
public final class SimulateBenchmark {
    private static final long SEED = 7;
    private static final PrintStream OUT = System.out;

    private SimulateBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        var nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
        var pods = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50_000;
        var file = Files.createTempFile("plimsoll-simulate", ".json");
        try {
            new GeneratedCluster(SEED, nodes, pods).write(file);
            OUT.printf(Locale.ROOT, "%d nodes, %d pods, %.0f MB of JSON%n", nodes, pods, Files.size(file) / 1e6);
            var snapshot = timed("read", () -> new SnapshotFiles(SnapshotLimits.usual()).read(List.of(file)))
                    .answer();
            ask(snapshot, pods);
        } finally {
            Files.delete(file);
        }
    }

    /** Of 50,000 pods: 20,000 more, 10,000 resizes, 5,000 more with CPUs of their own, 3,000 recorded containers. */
    private static void ask(Snapshot snapshot, int pods) {
        var simulation = new Simulation(snapshot, PredictionSettings.DEFAULT);
        timed("no change (first)", () -> simulation.run(RequestedChanges.NONE, SimulationOptions.DEFAULT));
        var idle = timed("no change", () -> simulation.run(RequestedChanges.NONE, SimulationOptions.DEFAULT));
        var more = pods * 2 / 5;
        var placed = timed(
                SimulateRows.PLACED,
                () -> simulation.run(applied(deployment("many", more, """
                {"requests":{"cpu":"10m","memory":"16Mi"}}""")), SimulationOptions.DEFAULT));
        var made = placed.answer().difference().changes().size();
        rate("placements", made, placed, idle);
        OUT.println("  " + made + " pods of a new Deployment");
        var resizes = resizes(snapshot, pods / 5);
        var resized = timed(SimulateRows.RESIZED, () -> simulation.run(resized(resizes), SimulationOptions.DEFAULT))
                .answer();
        OUT.println("  " + resized.after().resizes().size() + " resizes, "
                + resized.refused().size() + " refused");
        var consolidated = timed(
                        SimulateRows.CONSOLIDATED,
                        () -> simulation.run(RequestedChanges.NONE, SimulationOptions.DEFAULT.consolidating()))
                .answer();
        for (var level : consolidated.consolidations())
            OUT.println("  " + level.level() + ": " + level.outcome().needed() + " nodes needed, at least "
                    + level.outcome().lowerBound() + ", " + level.outcome().moves() + " moves");
        admitted(snapshot, pods / 10);
        new RecordedDays(snapshot, 7, pods * 6 / 100).play();
        System.gc();
        OUT.printf(
                Locale.ROOT,
                "in memory at the end: %.0f MB%n",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
    }

    /** Pods with whole CPUs on nodes that give CPUs to one pod alone, aligned on one NUMA node. */
    private static void admitted(Snapshot snapshot, int pods) {
        var managers = KubeletManagers.of("static", "single-numa-node", "container");
        var pinned =
                new Simulation(snapshot, PredictionSettings.DEFAULT, new Simulation.Facts(managers, null), _ -> {});
        timed(
                "no change, nodes with managers (first)",
                () -> pinned.run(RequestedChanges.NONE, SimulationOptions.DEFAULT));
        var idle = timed(
                "no change, nodes with managers", () -> pinned.run(RequestedChanges.NONE, SimulationOptions.DEFAULT));
        var admitted = timed(
                SimulateRows.ADMITTED,
                () -> pinned.run(applied(deployment("pinned", pods, """
                                {"requests":{"cpu":"1","memory":"16Mi"},"limits":{"cpu":"1","memory":"16Mi"}}""")), SimulationOptions.DEFAULT));
        rate("admissions by managers", pods, admitted, idle);
        var answer = admitted.answer();
        OUT.println("  " + answer.difference().count(PredictionDifference.Kind.ADDED) + " let in, "
                + answer.difference().count(PredictionDifference.Kind.REFUSED) + " refused by their nodes, "
                + answer.difference().count(PredictionDifference.Kind.UNSCHEDULED) + " without a node");
    }

    /** An answer, and the seconds that it took. */
    record Timed<T>(T answer, double seconds, double processor) {}

    static <T> Timed<T> timed(String what, Supplier<T> asked) {
        var threads = ManagementFactory.getThreadMXBean();
        var begun = System.nanoTime();
        var cpu = threads.getCurrentThreadCpuTime();
        var answer = asked.get();
        var processor = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
        var seconds = (System.nanoTime() - begun) / 1e9;
        FigureFile.add(what, processor, "s");
        OUT.printf(Locale.ROOT, "%s: %.2f s (%.2f s of processor time)%n", what, seconds, processor);
        return new Timed<>(answer, seconds, processor);
    }

    /** How many of something are done in a second, beyond what the same cluster takes without it. */
    private static void rate(String what, int count, Timed<?> with, Timed<?> without) {
        OUT.printf(
                Locale.ROOT,
                "  %s beyond no change: %,.0f a second (%,.0f of processor time)%n",
                what,
                count / Math.max(1e-3, with.seconds() - without.seconds()),
                count / Math.max(1e-3, with.processor() - without.processor()));
    }

    static List<Manifest> deployment(String name, int replicas, String resources) {
        return manifests("""
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"team-001","name":"%1$s"},
                "spec":{"replicas":%2$d,"selector":{"matchLabels":{"app":"%1$s"}},"template":{"metadata":{"labels":
                {"app":"%1$s"}},"spec":{"containers":[{"name":"app","image":"i","resources":%3$s}]}}}}""".formatted(name, replicas, resources));
    }

    static List<Manifest> manifests(String text) {
        return switch (new ManifestLoader().read("many.json", text)) {
            case Loaded.Documents(var manifests) -> manifests;
            case Loaded.Unreadable unreadable -> throw new IllegalStateException(unreadable.line());
        };
    }

    static RequestedChanges applied(List<Manifest> manifests) {
        return new RequestedChanges("default", manifests, List.of(), List.of(), List.of(), List.of(), List.of(), 0);
    }

    static RequestedChanges resized(List<RequestedChanges.Resize> resizes) {
        return new RequestedChanges("default", List.of(), List.of(), resizes, List.of(), List.of(), List.of(), 0);
    }

    /** Pods with one container get a little more CPU each. */
    static List<RequestedChanges.Resize> resizes(Snapshot snapshot, int count) {
        var wish = RequestedResize.parse("--resize", ResourceName.CPU, "200m:2");
        if (!(wish instanceof RequestedResize.Parsed.Ok(var amount)))
            throw new IllegalStateException("200m:2 is an amount");
        var resizes = new ArrayList<RequestedChanges.Resize>();
        for (var pod : snapshot.objects(SnapshotKinds.PODS)) {
            if (resizes.size() == count) break;
            if (pod.nodeName().isEmpty() || pod.containerNames().size() != 1) continue;
            var container = pod.containerNames().getFirst();
            resizes.add(new RequestedChanges.Resize(ApiResource.PODS, pod.name(), container, List.of(amount)));
        }
        return resizes;
    }
}
