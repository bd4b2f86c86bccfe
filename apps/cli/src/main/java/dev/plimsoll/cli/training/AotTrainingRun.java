package dev.plimsoll.cli.training;

import dev.plimsoll.cli.Main;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.cri.CallTimeouts;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.config.ContainerConfig;
import dev.plimsoll.cri.config.Credentials;
import dev.plimsoll.cri.config.LinuxResources;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.cri.config.SandboxMetadata;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The run that the AOT cache is made from: the commands that people type, on the examples. */
public final class AotTrainingRun {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private AotTrainingRun() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var examples = arguments[0];
        for (var output : new String[] {"table", "wide", "json", "yaml"}) {
            run("explain", "-f", examples + "/ide.yaml", "-o", output, "--color", "always");
        }
        run("explain", "-f", examples + "/refused.yaml");
        run("explain", "-f", examples + "/deployment.yaml", "--limit-range", examples + "/limit-range.yaml");
        run("explain", "-f", examples + "/job.yaml", "--quota", examples + "/quota.yaml");
        run("--help");
        run("explain", "--help");
        run("conformance", examples);
        simulations(examples + "/simulate");
        cluster();
        up();
        containers();
    }

    /** A question of each kind about a small cluster. */
    private static void simulations(String folder) {
        var snapshot = folder + "/cluster.json";
        run("simulate", "--snapshot", snapshot, "--drain", "node-1");
        run("simulate", "--snapshot", snapshot, "-f", folder + "/search.yaml", "-o", "json");
        run("simulate", "--snapshot", snapshot, "--resize", "pod/batch:cpu=3", "--consolidate", "-o", "markdown");
        run("simulate", "--snapshot", snapshot, "--usage", folder + "/use.csv", "-f", folder + "/autoscalers.yaml");
    }

    /** The command that starts a cluster, until it is ready; the home of whoever trains stays as it is. */
    private static void up() throws IOException, InterruptedException {
        var home = Files.createTempDirectory("plimsoll-training");
        var before = System.getProperty("user.home");
        System.setProperty("user.home", home.toString());
        try {
            var command = Thread.ofPlatform()
                    .start(() -> run(
                            "up",
                            "--ephemeral",
                            "--port",
                            "0",
                            "--kubeconfig-out",
                            home.resolve("kubeconfig").toString()));
            while (command.isAlive() && ClusterRecords.ofUser().running().isEmpty()) command.join(LOOK_AGAIN);
            command.interrupt();
            command.join();
        } finally {
            System.setProperty("user.home", before);
            delete(home);
        }
    }

    /** A cluster on a folder, with a pod placed, run and deleted over the network, so that the next one is up sooner. */
    private static void cluster() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("plimsoll-training");
        try {
            var nodes = List.of(NodeGroup.of("node", 3, MachineNotation.literal("1s1n8c1t,memory=32Gi")));
            var plan = ClusterPlan.ephemeral(nodes).withStorage(new Storage.Folder(folder));
            try (var cluster = Cluster.start(plan, ClusterLog.SILENT)) {
                if (Connections.fromText(cluster.kubeconfig()) instanceof Configured.Ready ready) {
                    try (var _ = ready.transport()) {
                        use(ConnectionOptions.client(ready, "training"));
                    }
                }
            }
        } finally {
            delete(folder);
        }
    }

    /** What a node says to a container runtime. */
    private static void containers() throws IOException {
        var folder = Files.createTempDirectory("plimsoll-training");
        var socket = folder.resolve("cri.sock");
        try (var runtime = new EmptyRuntime(socket);
                var client = new CriClient(socket, CallTimeouts.DEFAULT)) {
            runtime.start();
            var config = SandboxConfig.of(new SandboxMetadata("p", "u", "default", 0), "/kubepods/podu");
            var sandbox = client.runSandbox(config, "").ok().orElseThrow();
            client.images().pull("i", Credentials.NONE, config);
            var container = client.createContainer(
                            sandbox, ContainerConfig.of("c", 0, "i", LinuxResources.NONE), config)
                    .ok()
                    .orElseThrow();
            client.images().find("i");
            client.startContainer(container);
            client.updateContainer(container, LinuxResources.NONE.withMemory(1 << 20));
            client.status();
            client.sandboxes(Map.of());
            client.sandboxStatus(sandbox);
            client.containers("", Map.of());
            client.containerStatus(container);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private static void use(ApiClient client) throws IOException {
        var pod = PodDraft.of(new ObjectName("default", "training"), "c", "i");
        var made = new PodObject(
                client.create(ApiResource.PODS, pod.document()).done().orElseThrow());
        var version = made.metadata().version();
        try (var events = client.watch(ApiResource.PODS, ObjectSelection.ALL, version, Duration.ofSeconds(20))
                .done()
                .orElseThrow()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                if (event.get() instanceof WatchEvent.Modified(var seen)
                        && new PodObject(seen).phase().equals("Running")) return;
            }
        }
    }

    private static void run(String... arguments) {
        var out = new PrintWriter(Writer.nullWriter());
        Main.run(new Console(InputStream.nullInputStream(), out, false, false, false), out, arguments);
    }
}
