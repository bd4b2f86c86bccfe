package dev.plimsoll.cli.node;

import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ConsoleReporter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.FeatureGatesOption;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.files.FileModes;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.cri.HostNode;
import dev.plimsoll.nodeagent.cri.host.MachineShutdown;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.tls.ReplaceableKeyManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plimsoll node}: a node for any API server, of this machine or as many simulated ones as wanted. */
@Command(
        name = "node",
        description = {
            "Run simulated nodes, or make a node of this machine.",
            "",
            "With --runtime cri the pods that are bound to the node are run by the container runtime of this machine (containerd,",
            "CRI-O), in cgroups (version 2) that are made here. That needs root.",
            "",
            "Each simulated node takes the pods that are bound to it, admits them, resizes them in place and reports as a real node does; only",
            "the containers are not there. They end as the command of their pod does, if it is one that a small shell knows (sh -c,",
            "sleep, true, echo, cat and others); what they use, when they end and what goes wrong is said by annotations of the pod, or by",
            "--container-rules for all pods:",
            "",
            "  simulation.plimsoll.dev/cpu.CONTAINER: wave 100m 500m 60s",
            "  simulation.plimsoll.dev/memory.CONTAINER: leak 64Mi 1Mi",
            "  simulation.plimsoll.dev/storage.CONTAINER: leak 1Gi 10Mi",
            "  simulation.plimsoll.dev/volume.VOLUME: constant 2Gi",
            "  simulation.plimsoll.dev/exit.CONTAINER: 30s 1",
            "  simulation.plimsoll.dev/latency: 50ms",
            "  simulation.plimsoll.dev/stop: 20s",
            "  simulation.plimsoll.dev/veto: no room in the socket"
        })
public final class NodeCommand implements Callable<Integer> {
    private static final String DEFAULT_MACHINE = "1s1n8c1t,memory=32Gi";

    private final Console console;
    private final PrintWriter out;

    @Mixin
    private final NodeConnection servers = new NodeConnection();

    @Option(
            names = "--runtime",
            paramLabel = "simulated|cri",
            defaultValue = "simulated",
            description = "What runs the containers (default: ${DEFAULT-VALUE}).")
    private String runtime = "simulated";

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many (default: ${DEFAULT-VALUE}).")
    private int nodes = 1;

    @Option(
            names = "--name",
            paramLabel = "PREFIX",
            defaultValue = "node",
            description = "They are called PREFIX-0, PREFIX-1 ... (default: ${DEFAULT-VALUE}).")
    private String prefix = "node";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep checkpoints here, so that a restart finds everything again.")
    private @Nullable Path data;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = {
                "A KubeletConfiguration (kubelet.config.k8s.io/v1beta1). Options of the command line come before what it says; fields that",
                "mean nothing here are named, and passed over."
            })
    private @Nullable Path config;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final FeatureGatesOption gates = new FeatureGatesOption();

    @Mixin
    private final StaticPodOptions staticPods = new StaticPodOptions();

    @Option(
            names = "--allowed-unsafe-sysctls",
            paramLabel = "NAME",
            split = ",",
            description = {
                "Kernel settings that pods may have of their own beside the safe ones, such as net.core.somaxconn; kernel.msg* allows all",
                "that begin so."
            })
    private List<String> unsafeSysctls = List.of();

    @Mixin
    private final ContainerRulesOption containerRules = new ContainerRulesOption();

    @Mixin
    private final ResourceOptions resources = new ResourceOptions();

    @Mixin
    private final TopologyOptions topology = new TopologyOptions();

    @Mixin
    private final ServeOptions serving = new ServeOptions();

    @Mixin
    private final CertificateOptions certificates = new CertificateOptions();

    @Mixin
    private final ShutdownOptions shutdown = new ShutdownOptions();

    @Mixin
    private final ImageOptions images = new ImageOptions();

    @Mixin
    private final CriOptions cri = new CriOptions();

    public NodeCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        var file = config;
        if (file != null && spec != null) return withFile(file, spec.commandLine());
        if (nodes < 1) return console.unreadable("--nodes " + nodes + ": must be at least 1");
        if (!runtime.equals("simulated") && !runtime.equals("cri"))
            return console.unreadable("--runtime " + runtime + ": choose simulated or cri");
        return gates.read(console, this::configured);
    }

    /** As if what the file says and the command line does not had been typed too. */
    private int withFile(Path file, CommandLine typed) {
        return switch (KubeletConfigurationFile.read(file)) {
            case KubeletConfigurationFile.Outcome.Invalid(var problems) ->
                console.unreadable(String.join("; ", problems));
            case KubeletConfigurationFile.Outcome.Configured(var options, var unused) -> {
                if (!unused.isEmpty())
                    console.log()
                            .problem(file + ": passed over, for it means nothing here: " + String.join(", ", unused));
                var parsed = typed.getParseResult();
                var words = new ArrayList<String>();
                for (var option : parsed.matchedOptions()) {
                    if (option.longestName().equals("--config")) continue;
                    for (var value : option.originalStringValues()) words.add(option.longestName() + "=" + value);
                }
                options.forEach((name, value) -> {
                    if (!parsed.hasMatchedOption(name)) words.add(name + "=" + value);
                });
                yield new CommandLine(new NodeCommand(console, out)).execute(words.toArray(String[]::new));
            }
        };
    }

    private int configured(FeatureGates accepted) throws InterruptedException {
        var problems = new ArrayList<String>();
        var resourceManagers = topology.resourceManagers(accepted, problems);
        var pods = resources.pods(problems);
        var storage = resources.storage(problems);
        var swap = resources.swap(problems);
        var kept = resources.reserved(problems);
        var evictionHard = resources.evictionHard(problems);
        var rules = containerRules.read(problems);
        var periods = shutdown.periods(problems);
        var garbage = images.rules(problems);
        staticPods.sources(problems);
        cri.check(problems);
        if (runtime.equals("cri") && containerRules.isGiven())
            problems.add("--container-rules is about simulated nodes; leave it out, or choose --runtime simulated");
        if (runtime.equals("cri") && topology.isSimulated())
            problems.add("--topology describes a simulated machine; leave it out, or choose --runtime simulated");
        var isReal = runtime.equals("cri");
        certificates.check(isReal ? 1 : nodes, servers.kubeconfig(), isReal ? cri.root() : data, problems);
        if (certificates.rotatesServing() && !serving.isServing())
            problems.add(
                    "--rotate-server-certificates asks for a certificate to serve with; give an address with --serve");
        if (certificates.rotatesServing() && serving.hasCertificate())
            problems.add(
                    "--rotate-server-certificates asks for a certificate, and --tls-cert-file names one; leave out one of the two");
        if (!problems.isEmpty()) return console.unreadable(String.join("; ", problems));
        Configured connection;
        try {
            connection = connection();
        } catch (IOException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
        return switch (connection) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready ->
                runtime.equals("cri")
                        ? runReal(accepted, kept, pods, evictionHard, swap.behavior(), garbage, periods, ready)
                        : run(
                                accepted,
                                NodeResources.of(resourceManagers
                                                .map(ResourceManagers::machine)
                                                .orElseGet(NodeCommand::machine))
                                        .withStorage(storage)
                                        .withSwap(swap)
                                        .withPods(pods)
                                        .reserving(kept)
                                        .evictingBelow(evictionHard)
                                        .allowing(unsafeSysctls)
                                        .pinnedBy(resourceManagers.orElse(null)),
                                rules,
                                periods,
                                ready);
        };
    }

    private Configured connection() throws IOException, InterruptedException {
        var file = servers.kubeconfig();
        if (file == null || !certificates.bootstraps()) return servers.connect(this::say);
        var isReal = runtime.equals("cri");
        var program = new ProgramContext(Time.system(), new SecureRandom(), new ConsoleReporter(console));
        return certificates.connect(isReal ? cri.nodeName() : prefix + "-0", file, isReal ? cri.root() : data, program);
    }

    private int run(
            FeatureGates accepted,
            NodeResources each,
            ContainerRuleSet rules,
            ShutdownGracePeriods periods,
            Configured.Ready connection)
            throws InterruptedException {
        var resourceManagers = each.resourceManagersOrNull();
        var shapes = NodeShapes.of(prefix, nodes, each, accepted);
        var versions = new NodeDocument.Versions("v1.37.0-plimsoll", "simulated://0.1.0", "", "Plimsoll", bootId());
        var reporter = new ConsoleReporter(console);
        return Service.run(stop -> {
            var keys = certificates.rotatesServing() ? new ReplaceableKeyManager() : null;
            try (var transport = connection.transport();
                    var around = context(transport, reporter);
                    var endpoint = serving.bound(
                            connection.authority(), around.time().instant(), keys, around.reporter()::tell);
                    var _ = certificates.rotateServing(endpoint.told(shapes.getFirst()), keys, data, around)) {
                if (data != null) mendModes(data);
                var plan = new SimulatedNodes.Plan(
                        shapes.stream().map(endpoint::told).toList(),
                        accepted,
                        resourceManagers,
                        this::checkpoints,
                        versions,
                        each.evictionHard(),
                        staticPods.sources(new ArrayList<>()),
                        rules);
                try (var running = SimulatedNodes.start(plan, around, reporter);
                        var served = serving.start(
                                endpoint, running.agents(), accepted, resourceManagers, each.evictionHard(), around)) {
                    if (running.agents().isEmpty()) return ExitCode.UNREADABLE; // each has said why
                    say(running.agents().size() + " simulated nodes at " + connection.server());
                    for (var address : served.addresses()) say("serving them at " + address);
                    stop.await();
                    running.shutDown(periods);
                }
            } catch (IllegalStateException | IOException e) {
                return console.unreadable(String.valueOf(e.getMessage()));
            }
            return ExitCode.OK;
        });
    }

    private int runReal(
            FeatureGates accepted,
            ResourceAmounts kept,
            int pods,
            EvictionHard evictionHard,
            String swapBehavior,
            ImageGarbage garbage,
            ShutdownGracePeriods periods,
            Configured.Ready connection)
            throws InterruptedException {
        var reporter = new ConsoleReporter(console);
        return Service.run(stop -> {
            var keys = certificates.rotatesServing() ? new ReplaceableKeyManager() : null;
            try (var transport = connection.transport();
                    var around = context(transport, reporter);
                    var endpoint = serving.bound(
                            connection.authority(), around.time().instant(), keys, around.reporter()::tell)) {
                var asked = cri.asked(
                        unsafeSysctls,
                        kept,
                        pods,
                        evictionHard,
                        swapBehavior,
                        garbage,
                        staticPods.sources(new ArrayList<>()));
                mendModes(asked.root());
                var host = new HostNode(
                        asked,
                        accepted,
                        (machine, problems) -> topology.resourceManagers(machine, accepted, problems),
                        endpoint::told);
                return switch (host.start(around, reporter, stop)) {
                    case HostNode.Started.Refused(var why) -> console.unreadable(why);
                    case HostNode.Started.Stopped() -> ExitCode.OK;
                    case HostNode.Started.Running running -> {
                        var agents = Map.of(
                                running.node().agent().shape().name(),
                                running.node().agent());
                        try (running;
                                var _ = certificates.rotateServing(
                                        running.node().agent().shape(), keys, cri.root(), around);
                                var served = serving.start(
                                        endpoint, agents, accepted, running.resourceManagers(), evictionHard, around)) {
                            say(running.described() + " at " + connection.server());
                            for (var address : served.addresses()) say("serving it at " + address);
                            stop.await();
                            if (MachineShutdown.isUnderWay(console.log()::problem)) {
                                say("the machine goes down: ending pods");
                                running.node().shutDown(periods);
                            }
                            yield ExitCode.OK;
                        }
                    }
                };
            } catch (IOException e) {
                return console.unreadable(String.valueOf(e.getMessage()));
            }
        });
    }

    /** What earlier versions left open to others; the volumes of pods have the modes that their containers need. */
    private void mendModes(Path folder) throws IOException {
        FileModes.mend(folder, path -> path.endsWith("pods")).forEach(console.log()::problem);
    }

    private static NodeContext context(Transport transport, ConsoleReporter reporter) {
        var time = Time.system();
        var client = ApiClient.over(transport, "plimsoll-node/0.1.0", TokenBucket.unlimited(time), time);
        return NodeContext.of(new ProgramContext(time, new SecureRandom(), reporter), client);
    }

    private void say(String text) {
        console.log().say(out, text);
    }

    private static String bootId() {
        return UUID.randomUUID().toString();
    }

    private static Machine machine() {
        return MachineNotation.literal(DEFAULT_MACHINE);
    }

    private NodeCheckpoints checkpoints(String node) {
        return data == null
                ? NodeCheckpoints.inMemory()
                : FileCheckpoints.ofSimulated(data.resolve(node), InstantSource.system());
    }
}
