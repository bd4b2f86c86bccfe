package dev.plimsoll.cli.up;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.transport.ListenPort;
import dev.plimsoll.cli.apiserver.AccessFlags;
import dev.plimsoll.cli.apiserver.ServiceNetworkFlags;
import dev.plimsoll.cli.clusters.DetachedCluster;
import dev.plimsoll.cli.clusters.KubeconfigMerge;
import dev.plimsoll.cli.clusters.PortHolder;
import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.FeatureGatesOption;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.cli.node.ContainerRulesOption;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    @Mixin
    private final ClusterPlace place = new ClusterPlace();

    @Option(
            names = "--merge-kubeconfig",
            description =
                    "Also add it to the file that kubectl reads (the first of KUBECONFIG, or ~/.kube/config), as the "
                            + "current context.")
    private boolean merge;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where the API is served; 0 for any that is free (default: 6443, or any if that is taken).")
    private @Nullable Integer port;

    @Option(names = "--host", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "Where to listen.")
    private String host = "127.0.0.1";

    @Option(
            names = "--new-ca",
            description = {
                "Make a new certificate authority in the data folder, which must have none. Kubeconfigs, certificates and "
                        + "service account tokens made with an earlier one end."
            })
    private boolean newAuthority;

    @Option(names = "--admin-token", paramLabel = "TOKEN", description = "The admin's token, in place of a random one.")
    private String adminToken = "";

    @Mixin
    private final FeatureGatesOption gates = new FeatureGatesOption();

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
    private final AccessFlags access = new AccessFlags();

    @Mixin
    private final ServiceNetworkFlags serviceNetwork = new ServiceNetworkFlags();

    @Mixin
    private final RealNodeOptions realNode = new RealNodeOptions();

    @Mixin
    private final UpConsole page = new UpConsole();

    public UpCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!place.problem().isEmpty()) return console.unreadable(place.problem());
        if (vpaSpeed != 0 && !(vpaSpeed >= 1 && vpaSpeed <= 100_000)) {
            return console.unreadable("--vpa-speed " + vpaSpeed + ": must be 0, or between 1 and 100000, such as 60");
        }
        if (!eventTtl.isPositive()) return console.unreadable("--event-ttl: must be more than nothing, such as 10m");
        return gates.read(console, this::configured);
    }

    /** Everything that can be wrong is found before anything starts. */
    private int configured(FeatureGates accepted) throws InterruptedException {
        var problems = new ArrayList<String>();
        var groups = nodes.groups(accepted, problems);
        var rules = containerRules.read(problems);
        if (!problems.isEmpty()) return console.unreadable(String.join("\nplimsoll: ", problems));
        try {
            var known = records.all();
            var taken = place.taken(known);
            if (!taken.isEmpty()) return console.unreadable(taken);
            var listening = PortHolder.problem(host, port == null ? 0 : port, known);
            if (!listening.isEmpty()) return console.unreadable(listening);
            var kubeconfig = place.kubeconfig();
            if (merge) KubeconfigMerge.check(System.getenv());
            var name = place.name(known);
            if (detach) return detached(name);
            var plan = new ClusterPlan(
                            place.storage(), host, port == null ? ListenPort.USUAL : port, adminToken, accepted, groups)
                    .withAutoscalerSpeed(vpaSpeed)
                    .withEventTtl(eventTtl)
                    .withServices(serviceNetwork.network())
                    .withAccess(access.options())
                    .withContainerRules(rules)
                    .withManifests(nodes.manifestsOrNull());
            if (!realNode.isWanted()) return Service.run(stop -> run(plan, name, kubeconfig, stop));
            var machine = nodes.realNode(realNode, place.folder(), accepted, problems);
            if (!problems.isEmpty()) return console.unreadable(String.join("\nplimsoll: ", problems));
            var lacking = realNode.lacking(machine);
            if (!lacking.isEmpty()) return console.unreadable(lacking);
            return Service.run(stop -> run(plan.withRealNode(machine), name, kubeconfig, stop));
        } catch (IOException e) {
            return console.unreadable(PathProblem.of(e));
        } catch (IllegalArgumentException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
    }

    private int detached(String name) throws IOException, InterruptedException {
        var arguments =
                new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
        arguments.removeIf(DETACH::contains);
        if (!place.isNamed()) arguments.addAll(List.of("--name", name));
        return switch (DetachedCluster.start(records, name, arguments)) {
            case DetachedCluster.Started.Failed(var lastWords) -> {
                lastWords.forEach(console.errors()::println);
                yield console.unreadable(
                        "cluster " + name + " did not start; see all that it said in " + records.log(name));
            }
            case DetachedCluster.Started.Ready(var cluster) -> {
                new StartText(console, out, color).ready(cluster);
                yield ExitCode.OK;
            }
        };
    }

    private int run(ClusterPlan plan, String name, Path kubeconfig, CountDownLatch stop) throws InterruptedException {
        var began = System.nanoTime();
        var text = new StartText(console, out, color);
        var folder = plan.storage().folderOrNull();
        try {
            if (newAuthority && folder != null) Pki.create(folder.resolve("pki"), Instant.now());
        } catch (IllegalStateException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
        try (var cluster = Cluster.start(plan, text)) {
            if (stop.getCount() == 0) {
                text.stoppedEarly();
                return ExitCode.OK;
            }
            KubeconfigFile.write(kubeconfig, cluster.kubeconfig());
            var written = record(name, cluster, kubeconfig, folder, text);
            text.ready(cluster, kubeconfig, merge, Duration.ofNanos(System.nanoTime() - began));
            try (var _ = page.start(cluster, folder, console, text)) {
                stop.await();
                text.stopping();
            }
            if (written != null) records.ended(written);
        } catch (IOException e) {
            return console.unreadable(PathProblem.of(e));
        } catch (StoreException | IllegalStateException | IllegalArgumentException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
        return ExitCode.OK;
    }

    /** For status, stop and the commands that look for a cluster. Where it cannot be written, the cluster works without. */
    private @Nullable ClusterRecord record(
            String name, Cluster cluster, Path kubeconfig, @Nullable Path folder, StartText text) {
        var process = ProcessHandle.current();
        var written = new ClusterRecord(
                name,
                process.pid(),
                process.info().startInstant().map(Instant::toEpochMilli).orElse(0L),
                cluster.url(),
                kubeconfig.toAbsolutePath(),
                folder,
                DetachedCluster.isThisProcess() ? records.log(name) : null,
                null);
        try {
            if (merge) text.say(KubeconfigMerge.into(records, written, System.getenv()));
            else records.write(written);
            return written;
        } catch (IOException e) {
            console.log()
                    .problem((merge ? "the kubeconfig is not merged, and " : "")
                            + "plimsoll status and stop will not know this cluster: " + PathProblem.of(e)
                            + "; stop it with Ctrl-C");
            return null;
        }
    }
}
