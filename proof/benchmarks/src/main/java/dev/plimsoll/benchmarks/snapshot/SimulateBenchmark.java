package dev.plimsoll.benchmarks.snapshot;

import dev.plimsoll.benchmarks.figures.FigureFile;
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
    private static final int PLACED = 20_000;
    private static final int RESIZED = 10_000;
    private static final int ADMITTED = 5_000;
    private static final int RECORDED = 3_000;
    private static final PrintStream OUT = System.out;

    private SimulateBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        var nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
        var pods = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50_000;
        var file = Files.createTempFile("plimsoll-simulate", ".json");
        try {
            new GeneratedCluster(SEED, nodes, pods).write(file);
            OUT.printf(Locale.ROOT, "%d nodes, %d pods, %.0f MB of JSON%n", nodes, pods, Files.size(file) / 1e6);
            var snapshot = timed("read", () -> new SnapshotFiles(SnapshotLimits.usual()).read(List.of(file)));
            ask(snapshot);
        } finally {
            Files.delete(file);
        }
    }

    private static void ask(Snapshot snapshot) {
        var simulation = new Simulation(snapshot, PredictionSettings.DEFAULT);
        timed("no change (first)", () -> simulation.run(RequestedChanges.NONE, SimulationOptions.DEFAULT));
        timed("no change", () -> simulation.run(RequestedChanges.NONE, SimulationOptions.DEFAULT));
        var placed =
                timed(PLACED + " pods placed", () -> simulation.run(applied(manifest()), SimulationOptions.DEFAULT));
        OUT.println("  " + placed.difference().changes().size() + " pods of a new Deployment");
        var resizes = resizes(snapshot, RESIZED);
        var resized = timed("resizes", () -> simulation.run(resized(resizes), SimulationOptions.DEFAULT));
        OUT.println("  " + resized.after().resizes().size() + " resizes, "
                + resized.refused().size() + " refused");
        var consolidated = timed(
                "consolidation at both levels",
                () -> simulation.run(RequestedChanges.NONE, SimulationOptions.DEFAULT.consolidating()));
        for (var level : consolidated.consolidations())
            OUT.println("  " + level.level() + ": " + level.outcome().needed() + " nodes needed, at least "
                    + level.outcome().lowerBound() + ", " + level.outcome().moves() + " moves");
        admitted(snapshot);
        new RecordedDays(snapshot, 7, RECORDED).play();
        System.gc();
        OUT.printf(
                Locale.ROOT,
                "in memory at the end: %.0f MB%n",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
    }

    /** Pods with whole CPUs on nodes that give CPUs to one pod alone, aligned on one NUMA node. */
    private static void admitted(Snapshot snapshot) {
        var managers = KubeletManagers.of("static", "single-numa-node", "container");
        var pinned =
                new Simulation(snapshot, PredictionSettings.DEFAULT, new Simulation.Facts(managers, null), _ -> {});
        timed("no change, nodes with managers", () -> pinned.run(RequestedChanges.NONE, SimulationOptions.DEFAULT));
        var answer = timed(
                ADMITTED + " pods admitted by managers",
                () -> pinned.run(applied(deployment("pinned", ADMITTED, """
                                {"requests":{"cpu":"1","memory":"16Mi"},"limits":{"cpu":"1","memory":"16Mi"}}""")), SimulationOptions.DEFAULT));
        OUT.println("  " + answer.difference().count(PredictionDifference.Kind.ADDED) + " let in, "
                + answer.difference().count(PredictionDifference.Kind.REFUSED) + " refused by their nodes, "
                + answer.difference().count(PredictionDifference.Kind.UNSCHEDULED) + " without a node");
    }

    static <T> T timed(String what, Supplier<T> asked) {
        var threads = ManagementFactory.getThreadMXBean();
        var begun = System.nanoTime();
        var cpu = threads.getCurrentThreadCpuTime();
        var answer = asked.get();
        var processor = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
        FigureFile.add(what, processor, "s");
        OUT.printf(
                Locale.ROOT,
                "%s: %.2f s (%.2f s of processor time)%n",
                what,
                (System.nanoTime() - begun) / 1e9,
                processor);
        return answer;
    }

    private static List<Manifest> manifest() {
        return deployment("many", PLACED, """
                {"requests":{"cpu":"10m","memory":"16Mi"}}""");
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
