package dev.plimsoll.benchmarks.up;

import dev.plimsoll.benchmarks.figures.FigureFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * {@code proof/benchmarks/run scale [NODES PODS]}: a cluster of one process with many nodes and pods, as its users meet it: until the
 * pods run, lists and commands over all of them, memory and processor time at rest, a restart, the deletion of a large namespace and of
 * all pods.
 */
public final class ScaleBenchmark {
    private static final int DEPLOYMENTS = 10;

    private final Path folder;
    private final Path launcher;
    private final int nodes;
    private final int pods;

    private ScaleBenchmark(Path folder, Path launcher, int nodes, int pods) {
        this.folder = folder;
        this.launcher = launcher;
        this.nodes = nodes;
        this.pods = pods;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var nodes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500;
        var pods = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10_000;
        var folder = Files.createTempDirectory("plimsoll-scale");
        try {
            new ScaleBenchmark(folder, Path.of(arguments[0]), nodes, pods).run();
        } finally {
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
    }

    private void run() throws IOException, InterruptedException {
        System.out.printf(Locale.ROOT, "%d nodes, %d pods, one process%n", nodes, pods);
        try (var cluster = start()) {
            var load = new ScaleLoad(cluster.client());
            var began = System.nanoTime();
            load.awaitNodes(nodes);
            show("nodes Ready after ready", seconds(began), "s");
            began = System.nanoTime();
            load.deploy("kept", DEPLOYMENTS / 2, pods / DEPLOYMENTS);
            load.deploy("deleted", DEPLOYMENTS / 2, pods / DEPLOYMENTS);
            load.awaitRunning(pods / DEPLOYMENTS * DEPLOYMENTS);
            show("pods Running from apply", seconds(began), "s");
            atRest(cluster);
            show("resident with all pods", cluster.resident() / 1e6, "MB");
            lists(cluster);
            commands(cluster);
        }
        restarted();
    }

    private Started start() throws IOException {
        // As many pods as a node of Kubernetes takes by default, or what is needed.
        var most = Math.max(110, Math.ceilDiv(pods, nodes) * 2);
        return Started.in(
                folder,
                launcher,
                true,
                List.of("--nodes", Integer.toString(nodes), "--pods", Integer.toString(most), "--no-console"));
    }

    private static void atRest(Started cluster) throws InterruptedException {
        Thread.sleep(10_000); // until events about the pods are written
        var before = cluster.processorTime();
        Thread.sleep(20_000);
        show("processors used at rest", cluster.processorTime().minus(before).toMillis() / 20_000.0, "cores");
    }

    private static void lists(Started cluster) throws IOException {
        try (var transport = cluster.transport()) {
            var tables = new TableReads(transport);
            tables.all(); // until it is compiled
            show("all pods as one Table", tables.all(), "s");
            show("all pods as Tables of 500", tables.inPages(), "s");
        }
    }

    private void commands(Started cluster) throws IOException, InterruptedException {
        var kubeconfig = cluster.kubeconfig().toString();
        show(
                "plimsoll watch --once",
                timed(List.of(launcher.toString(), "watch", "--once", "--kubeconfig", kubeconfig)),
                "s");
        show("kubectl get pods -A", timed(List.of("kubectl", "--kubeconfig", kubeconfig, "get", "pods", "-A")), "s");
    }

    /** How long a command takes; not a number where there is none, or it fails. */
    private double timed(List<String> command) throws IOException, InterruptedException {
        var began = System.nanoTime();
        try {
            var process = new ProcessBuilder(command)
                    .redirectError(folder.resolve("command-errors").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor() == 0) return seconds(began);
            System.out.println(String.join(" ", command) + ": " + Files.readString(folder.resolve("command-errors")));
        } catch (IOException e) {
            System.out.println("not run: " + e.getMessage());
        }
        return Double.NaN;
    }

    private void restarted() throws IOException, InterruptedException {
        var began = System.nanoTime();
        try (var cluster = start()) {
            show("restart until ready", seconds(began), "s");
            var load = new ScaleLoad(cluster.client());
            load.deploy("later", 1, 10);
            load.awaitRunning("later", 10);
            show("restart until a new Deployment runs", seconds(began), "s");
            load.awaitRunning(pods / DEPLOYMENTS * DEPLOYMENTS + 10);
            began = System.nanoTime();
            load.deleteNamespace("deleted");
            show("delete a namespace of half of the pods", seconds(began), "s");
            load.deleteNamespace("kept");
            load.deleteNamespace("later");
            Thread.sleep(30_000); // memory is given back when there is nothing to do
            show("resident after all pods are deleted", cluster.resident() / 1e6, "MB");
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void show(String what, double value, String unit) {
        System.out.printf(Locale.ROOT, "%-40s %10.2f %s%n", what, value, unit);
        if (!Double.isNaN(value)) FigureFile.add(what, value, unit);
    }
}
