package dev.plimsoll.cli.up;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.cli.apiserver.EtcdFlags;
import dev.plimsoll.cli.apiserver.ServiceNetworkFlags;
import dev.plimsoll.cli.apiserver.UsualPort;
import dev.plimsoll.cli.clusters.DetachedCluster;
import dev.plimsoll.cli.clusters.KubeconfigMerge;
import dev.plimsoll.cli.clusters.PortHolder;
import dev.plimsoll.cli.clusters.records.ClusterName;
import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.cli.node.ContainerRulesOption;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plimsoll up}: a whole cluster in this process. */
@Command(
        name = "up",
        description = {
            "Start a whole cluster: API server, scheduler, controllers and simulated nodes in one process.",
            "",
            "Objects are kept in a folder (--data, ~/.plimsoll by default), in etcd (--etcd) or not at all (--ephemeral); "
                    + "the next start finds everything again. kubectl reads the kubeconfig that is written and named at "
                    + "the start. Ctrl-C ends the cluster; with -d it runs in the background until plimsoll stop."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll up                           three nodes of 8 CPUs and 32Gi,",
            "                                        kept in ~/.plimsoll",
            "  plimsoll up -d                        the same in the background",
            "  plimsoll up -d --name team-a          another one beside it",
            "  plimsoll up --ephemeral --nodes 100   leaves nothing behind",
            "  plimsoll up --topology 2s2n8c2t --memory 64Gi --cpu-policy static \\",
            "    --topology-policy restricted --topology-scope pod",
            "  plimsoll up --config examples/nodes.yaml    nodes of several kinds",
            "  plimsoll up --etcd http://127.0.0.1:2379    objects in etcd",
            "  plimsoll up --real-node --nodes 0     this machine and its containerd"
        })
public final class UpCommand implements Callable<Integer> {
    private static final Set<String> DETACH = Set.of("-d", "--detach");

    private final Console console;
    private final PrintWriter out;
    private final ClusterRecords records = ClusterRecords.ofUser();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = {"-d", "--detach"},
            description =
                    "Run in the background: end when the cluster is ready (see plimsoll status, logs, stop, delete).")
    private boolean detach;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What status, stop, delete and logs call it; its folder is ~/.plimsoll/clusters/NAME, unless "
                    + "--data says otherwise (default: by its folder).")
    private String name = "";

    @Option(
            names = "--merge-kubeconfig",
            description =
                    "Also add it to the file that kubectl reads (the first of KUBECONFIG, or ~/.kube/config), as the "
                            + "current context.")
    private boolean merge;

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
                "Make a new certificate authority in the data folder, which must have none. Kubeconfigs, certificates and "
                        + "service account tokens made with an earlier one end."
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
        if (!name.isEmpty() && !ClusterName.problem(name).isEmpty()) return unreadable(ClusterName.problem(name));
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

    /** Everything that can be wrong is found before anything starts. */
    private int configured(FeatureGates accepted) throws InterruptedException {
        var problems = new ArrayList<String>();
        var groups = nodes.groups(accepted, problems);
        var rules = containerRules.read(problems);
        if (!problems.isEmpty()) return unreadable(String.join("\nplimsoll: ", problems));
        try {
            var known = records.all();
            var folder = ephemeral ? null : folder();
            var taken = taken(known, folder);
            if (!taken.isEmpty()) return unreadable(taken);
            var listening = PortHolder.problem(host, port == null ? 0 : port, known);
            if (!listening.isEmpty()) return unreadable(listening);
            if (folder != null) WritableFolder.prepare(folder, "--data DIR");
            var kubeconfig = kubeconfig(folder);
            if (!overwrite && !KubeconfigFile.isFree(kubeconfig)) {
                return unreadable(kubeconfig + " is there already and was not written by plimsoll: choose another with "
                        + "--kubeconfig-out FILE, or give --overwrite-kubeconfig");
            }
            if (merge) KubeconfigMerge.check(System.getenv());
            var chosenName = name.isEmpty() ? suggestedName(folder, known) : name;
            if (detach) return detached(chosenName);
            var plan = new ClusterPlan(
                            storage(folder), host, UsualPort.unlessAsked(host, port), adminToken, accepted, groups)
                    .withAutoscalerSpeed(vpaSpeed)
                    .withEventTtl(eventTtl)
                    .withServices(serviceNetwork.network())
                    .withContainerRules(rules);
            if (!realNode.isWanted()) return Service.run(stop -> run(plan, chosenName, kubeconfig, stop));
            var machine = nodes.realNode(realNode, folder, accepted, problems);
            if (!problems.isEmpty()) return unreadable(String.join("\nplimsoll: ", problems));
            var lacking = realNode.lacking(machine);
            if (!lacking.isEmpty()) return unreadable(lacking);
            return Service.run(stop -> run(plan.withRealNode(machine), chosenName, kubeconfig, stop));
        } catch (IOException e) {
            return unreadable(PathProblem.of(e));
        } catch (IllegalArgumentException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
    }

    /** Whether a cluster that runs has the name or the folder already; empty if not. */
    private String taken(List<ClusterRecord> known, @Nullable Path folder) {
        for (var cluster : known) {
            if (!cluster.isRunning()) continue;
            var isSame = cluster.name().equals(name) || (folder != null && folder.equals(cluster.dataOrNull()));
            if (isSame) {
                return "cluster " + cluster.name() + " runs already (process " + cluster.pid() + ", " + cluster.url()
                        + "): use it with --context " + cluster.context() + ", end it with plimsoll stop "
                        + cluster.name() + ", or start another with --name NAME";
            }
        }
        return "";
    }

    private String suggestedName(@Nullable Path folder, List<ClusterRecord> known) {
        if (folder != null && folder.equals(records.dataOf("default").toAbsolutePath())) return "default";
        return ClusterName.suggested(folder, ephemeral ? "ephemeral" : "etcd", known);
    }

    private int detached(String chosenName) throws IOException, InterruptedException {
        var arguments =
                new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
        arguments.removeIf(DETACH::contains);
        if (name.isEmpty()) arguments.addAll(List.of("--name", chosenName));
        return switch (DetachedCluster.start(records, chosenName, arguments)) {
            case DetachedCluster.Started.Failed(var lastWords) -> {
                lastWords.forEach(console.errors()::println);
                yield unreadable(
                        "cluster " + chosenName + " did not start; all that it said is in " + records.log(chosenName));
            }
            case DetachedCluster.Started.Ready(var cluster) -> {
                var paint = console.paint(color);
                say(paint.good("ready") + ": cluster " + paint.bold(chosenName) + " at " + paint.bold(cluster.url())
                        + ", in the background (process " + cluster.pid() + ")");
                if (console.log().isForPeople()) {
                    hints(cluster.kubeconfig(), cluster.mergedOrNull() != null);
                    say(paint.faint("plimsoll stop " + chosenName + " ends it"));
                }
                yield ExitCode.OK;
            }
        };
    }

    /** Where it keeps what it has; null if nothing is kept here. */
    private @Nullable Path folder() {
        if (data != null) return data.toAbsolutePath().normalize();
        if (!etcd.endpoints().isEmpty()) return null;
        return records.dataOf(name.isEmpty() ? "default" : name).toAbsolutePath();
    }

    private Storage storage(@Nullable Path folder) {
        if (!etcd.endpoints().isEmpty()) return new Storage.Etcd(etcd.endpoints(), etcd.security(), folder);
        return folder == null ? new Storage.Memory() : new Storage.Folder(folder);
    }

    private Path kubeconfig(@Nullable Path folder) throws IOException {
        if (kubeconfigOut == null && folder != null) return folder.resolve("kubeconfig");
        var file = (kubeconfigOut == null ? Path.of(unnamedKubeconfig()) : kubeconfigOut).toAbsolutePath();
        var parent = file.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IOException(file + ": its folder does not exist; create it, or choose another file with "
                    + "--kubeconfig-out FILE");
        }
        WritableFolder.prepare(parent, "--kubeconfig-out FILE");
        if (Files.isDirectory(file))
            throw new IOException(file + " is a folder; choose a file with --kubeconfig-out FILE");
        return file;
    }

    private String unnamedKubeconfig() {
        return name.isEmpty() ? "plimsoll.kubeconfig" : "plimsoll-" + name + ".kubeconfig";
    }

    private int run(ClusterPlan plan, String chosenName, Path kubeconfig, CountDownLatch stop)
            throws InterruptedException {
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
            var written = record(chosenName, cluster, kubeconfig, folder);
            welcome(cluster, kubeconfig, Duration.ofNanos(System.nanoTime() - began), paint);
            stop.await();
            say(paint.faint("stopping"));
            if (written != null) records.ended(written);
        } catch (IOException e) {
            return unreadable(PathProblem.of(e));
        } catch (StoreException | IllegalStateException | IllegalArgumentException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
        return ExitCode.OK;
    }

    /** For status, stop and the commands that look for a cluster. Where it cannot be written, the cluster works without. */
    private @Nullable ClusterRecord record(String chosenName, Cluster cluster, Path kubeconfig, @Nullable Path folder) {
        var process = ProcessHandle.current();
        var written = new ClusterRecord(
                chosenName,
                process.pid(),
                process.info().startInstant().map(Instant::toEpochMilli).orElse(0L),
                cluster.url(),
                kubeconfig.toAbsolutePath(),
                folder,
                DetachedCluster.isThisProcess() ? records.log(chosenName) : null,
                null);
        try {
            if (merge) say(KubeconfigMerge.into(records, written, System.getenv()));
            else records.write(written);
            return written;
        } catch (IOException e) {
            console.log()
                    .problem((merge ? "the kubeconfig is not merged, and " : "")
                            + "plimsoll status and stop will not know this cluster: " + PathProblem.of(e));
            return null;
        }
    }

    private void welcome(Cluster cluster, Path kubeconfig, Duration took, Paint paint) {
        var count = cluster.nodes().size();
        say(paint.good("ready") + " in " + seconds(took) + ": " + paint.bold(cluster.url()) + ", "
                + (count == 1 ? "1 node" : count + " nodes"));
        if (!console.log().isForPeople()) return;
        hints(kubeconfig, merge);
        say(paint.faint("Ctrl-C ends it"));
    }

    private void hints(Path kubeconfig, boolean isMerged) {
        out.println();
        if (!isMerged) out.println("  export KUBECONFIG=" + kubeconfig);
        out.println("  kubectl get nodes");
        out.println("  kubectl run web --image=nginx");
        out.println("  kubectl get pods --output wide");
        out.println();
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
