package dev.plimsoll.cli.up;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.cli.Console;
import dev.plimsoll.cli.ContainerRulesOption;
import dev.plimsoll.cli.DurationConverter;
import dev.plimsoll.cli.EtcdFlags;
import dev.plimsoll.cli.ExitCode;
import dev.plimsoll.cli.Service;
import dev.plimsoll.cli.ServiceNetworkFlags;
import dev.plimsoll.cli.UsualPort;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll up}: a whole cluster in this process. */
@Command(
        name = "up",
        description = {
            "Start a whole cluster: API server, scheduler, controllers and simulated nodes in one process.",
            "",
            "Objects are kept in a folder (--data, ~/.plimsoll by default), in etcd (--etcd) or not at all (--ephemeral);",
            "the next start finds everything again. kubectl reads the kubeconfig that is written and named at the start.",
            "Ctrl-C ends the cluster."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll up                                        three nodes of 8 CPUs and 32Gi, kept in ~/.plimsoll",
            "  plimsoll up --ephemeral --nodes 100                a hundred nodes that leave nothing behind",
            "  plimsoll up --topology 2s2n8c2t --memory 64Gi --cpu-policy static --topology-policy restricted "
                    + "--topology-scope pod",
            "  plimsoll up --config examples/nodes.yaml           nodes of several kinds",
            "  plimsoll up --etcd http://127.0.0.1:2379           objects in etcd",
            "  plimsoll up --real-node --nodes 0                  this machine and its containerd as the only node"
        })
public final class UpCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep objects, certificates and the state of nodes in this folder (default: ~/.plimsoll).")
    private @Nullable Path data;

    @Option(names = "--ephemeral", description = "Keep everything in memory.")
    private boolean ephemeral;

    @Mixin
    private EtcdFlags etcd = new EtcdFlags();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where the API is served; 0 for any that is free (default: 6443, or any if that is taken).")
    private @Nullable Integer port;

    @Option(names = "--host", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "Where to listen.")
    private String host = "127.0.0.1";

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = {
                "Write the kubeconfig there (default: kubeconfig in the data folder, or ./plimsoll.kubeconfig).",
                "A file that plimsoll did not write is left alone."
            })
    private @Nullable Path kubeconfigOut;

    @Option(names = "--overwrite-kubeconfig", description = "Write it even over a file of somebody else.")
    private boolean overwrite;

    @Option(
            names = "--new-ca",
            description = {
                "Make a new certificate authority in the data folder, which must have none. Kubeconfigs, certificates and service",
                "account tokens made with an earlier one end."
            })
    private boolean newAuthority;

    @Option(names = "--admin-token", paramLabel = "TOKEN", description = "The admin's token, in place of a random one.")
    private String adminToken = "";

    @Option(
            names = "--feature-gates",
            paramLabel = "A=true,B=false",
            description = "Gates that differ from the default.")
    private String gates = "";

    @Option(
            names = "--vpa-speed",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "How many times as fast time passes for the vertical pod autoscaler (default: ${DEFAULT-VALUE}).",
                "With 60 it decides every second and an hour of its history is a minute; with 1440 a day is.",
                "0 leaves it out, for an autoscaler of your own."
            })
    private double vpaSpeed = 1;

    @Option(
            names = "--event-ttl",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description = "How long events are kept (default: ${DEFAULT-VALUE}).")
    private Duration eventTtl = Duration.ofHours(1);

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Mixin
    private final ContainerRulesOption containerRules = new ContainerRulesOption();

    @Mixin
    private final ServiceNetworkFlags serviceNetwork = new ServiceNetworkFlags();

    @Mixin
    private final RealNodeOptions realNode = new RealNodeOptions();

    public UpCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!etcd.problem().isEmpty()) return unreadable(etcd.problem());
        if (ephemeral && (data != null || !etcd.endpoints().isEmpty()))
            return unreadable("--ephemeral keeps nothing: it goes neither with --data nor with --etcd");
        if (vpaSpeed != 0 && !(vpaSpeed >= 1 && vpaSpeed <= 100_000)) {
            return unreadable("--vpa-speed " + vpaSpeed + ": must be 0, or between 1 and 100000, such as 60");
        }
        if (!eventTtl.isPositive()) return unreadable("--event-ttl: must be more than nothing, such as 10m");
        return switch (FeatureGates.parse(gates)) {
            case FeatureGates.Parsed.Refused(var reasons) ->
                unreadable("--feature-gates: " + String.join("; ", reasons));
            case FeatureGates.Parsed.Accepted(var accepted) -> configured(accepted);
        };
    }

    private int configured(FeatureGates accepted) throws InterruptedException {
        var problems = new ArrayList<String>();
        var groups = nodes.groups(accepted, problems);
        var rules = containerRules.read(problems);
        if (!problems.isEmpty()) return unreadable(String.join("\nplimsoll: ", problems));
        try {
            var storage = storage();
            var kubeconfig = kubeconfig(storage);
            if (!overwrite && !KubeconfigFile.isFree(kubeconfig)) {
                return unreadable(kubeconfig + " is there already and was not written by plimsoll: choose another with "
                        + "--kubeconfig-out FILE, or give --overwrite-kubeconfig");
            }
            var plan = new ClusterPlan(storage, host, UsualPort.unlessAsked(host, port), adminToken, accepted, groups)
                    .withAutoscalerSpeed(vpaSpeed)
                    .withEventTtl(eventTtl)
                    .withServices(serviceNetwork.network())
                    .withContainerRules(rules);
            if (!realNode.isWanted()) return Service.run(stop -> run(plan, kubeconfig, stop));
            var machine = nodes.realNode(realNode, storage.folderOrNull(), accepted, problems);
            if (!problems.isEmpty()) return unreadable(String.join("\nplimsoll: ", problems));
            var lacking = realNode.lacking(machine);
            if (!lacking.isEmpty()) return unreadable(lacking);
            return Service.run(stop -> run(plan.withRealNode(machine), kubeconfig, stop));
        } catch (IOException | IllegalArgumentException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
    }

    private Storage storage() throws IOException {
        if (ephemeral) return new Storage.Memory();
        if (!etcd.endpoints().isEmpty()) return new Storage.Etcd(etcd.endpoints(), etcd.security(), data);
        var folder = data == null ? Path.of(System.getProperty("user.home"), ".plimsoll") : data;
        PrivateFiles.createDirectories(folder);
        return new Storage.Folder(folder);
    }

    private Path kubeconfig(Storage storage) throws IOException {
        if (kubeconfigOut != null) return kubeconfigOut;
        var folder = storage.folderOrNull();
        if (folder == null) return Path.of("plimsoll.kubeconfig").toAbsolutePath();
        PrivateFiles.createDirectories(folder);
        return folder.resolve("kubeconfig");
    }

    private int run(ClusterPlan plan, Path kubeconfig, CountDownLatch stop) throws InterruptedException {
        var began = System.nanoTime();
        var paint = console.paint(console.log().isForPeople() ? color : Paint.Choice.never);
        var journal = new Printed(paint);
        var folder = plan.storage().folderOrNull();
        try {
            if (newAuthority && folder != null) Pki.create(folder.resolve("pki"), Instant.now());
        } catch (IllegalStateException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
        try (var cluster = Cluster.start(plan, journal)) {
            KubeconfigFile.write(kubeconfig, cluster.kubeconfig());
            welcome(cluster, kubeconfig, Duration.ofNanos(System.nanoTime() - began), paint);
            stop.await();
            say(paint.faint("stopping"));
        } catch (StoreException | IOException | IllegalStateException | IllegalArgumentException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
        return ExitCode.OK;
    }

    private void welcome(Cluster cluster, Path kubeconfig, Duration took, Paint paint) {
        var count = cluster.nodes().size();
        say(paint.good("ready") + " in " + seconds(took) + ": " + paint.bold(cluster.url()) + ", "
                + (count == 1 ? "1 node" : count + " nodes"));
        if (!console.log().isForPeople()) return;
        out.println();
        out.println("  export KUBECONFIG=" + kubeconfig);
        out.println("  kubectl get nodes");
        out.println("  kubectl run web --image=nginx");
        out.println("  kubectl get pods --output wide");
        out.println();
        say(paint.faint("Ctrl-C ends it"));
    }

    private static String seconds(Duration took) {
        return String.format(Locale.ROOT, "%.2f s", took.toMillis() / 1000.0);
    }

    private void say(String text) {
        console.log().say(out, text);
    }

    private int unreadable(String why) {
        console.log().problem(why);
        return ExitCode.UNREADABLE;
    }

    /** What people at the console see of it. */
    private final class Printed implements ClusterLog {
        private final Paint paint;

        Printed(Paint paint) {
            this.paint = paint;
        }

        @Override
        public void step(String what, Duration took) {
            say(paint.faint(what + " (" + took.toMillis() + " ms)"));
        }

        @Override
        public void tell(String problem) {
            console.log().problem(problem);
        }

        @Override
        public void defect(String where, Throwable problem) {
            console.log().defect(where, problem);
        }
    }
}
