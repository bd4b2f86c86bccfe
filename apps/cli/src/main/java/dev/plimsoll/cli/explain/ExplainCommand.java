package dev.plimsoll.cli.explain;

import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.connection.ObjectReference;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.explain.admission.AdmissionCheck;
import dev.plimsoll.cli.explain.admission.NamespacePolicies;
import dev.plimsoll.cli.explain.admission.PolicyFiles;
import dev.plimsoll.cli.explain.admission.ServerDryRun;
import dev.plimsoll.cli.explain.items.Explained;
import dev.plimsoll.cli.explain.items.Item;
import dev.plimsoll.cli.explain.items.ItemList;
import dev.plimsoll.cli.explain.items.LiveSubject;
import dev.plimsoll.cli.explain.items.ManifestSources;
import dev.plimsoll.cli.explain.items.Placements;
import dev.plimsoll.cli.explain.node.NodeHoldings;
import dev.plimsoll.cli.explain.node.NodeHoldingsDocument;
import dev.plimsoll.cli.explain.node.NodeText;
import dev.plimsoll.cli.explain.output.AnswerDocument;
import dev.plimsoll.cli.explain.output.AnswerText;
import dev.plimsoll.cli.explain.output.CiReport;
import dev.plimsoll.cli.explain.output.PlacementText;
import dev.plimsoll.cli.explain.output.Summary;
import dev.plimsoll.cli.node.TopologyOptions;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.codec.manifest.YamlText;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll explain -f FILE}: what will this pod really get, and why? */
@Command(
        name = "explain",
        description = {
            "Say what a pod will really get, and the rule that decided each number; and what the API server will say to any object.",
            "",
            "Reads objects of all built-in kinds, several documents per file, and explains Pods and the pod templates of "
                    + "Deployment, ReplicaSet, StatefulSet, DaemonSet, Job and CronJob."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll explain -f pod.yaml",
            "  plimsoll explain pod/web -n shop         a pod of the cluster, as it is now",
            "  plimsoll explain node/node-0             who holds what of it",
            "  plimsoll explain -f pod.yaml --limit-range limits.yaml --quota quota.yaml",
            "  plimsoll explain -f pod.yaml --cluster -n shop    with what is in there",
            "  plimsoll explain -f deploy/ -R -o github          in a workflow",
            "  kubectl get deploy web -o yaml | plimsoll explain -f - -o json",
            "  plimsoll explain -f pod.yaml --topology 2s4n8c2t \\",
            "    --topology-policy restricted --topology-scope pod",
            "  plimsoll explain -f pod.yaml \\",
            "    --feature-gates=PodLevelResourcesFixDefaulting=false",
            "",
            "Exit codes: 0 all would be accepted, 1 an object would be refused, 2 a file",
            "or an option cannot be read (the rest is answered all the same)."
        })
public final class ExplainCommand implements Callable<Integer> {
    /** How the answer is written. */
    enum Output {
        table,
        wide,
        json,
        yaml,
        sarif,
        junit,
        github
    }

    private static final Set<String> NODE = Set.of("node", "nodes", "no");

    private final Console console;
    private final PrintWriter out;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE|-|DIR|URL",
            description = "File, standard input, folder or address of manifests; may be repeated.")
    private List<String> files = List.of();

    @Option(
            names = {"-R", "--recursive"},
            description = "Also look into the folders in folders.")
    private boolean recursive;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description =
                    "table, wide, json, yaml, or for build servers sarif, junit, github (default: ${DEFAULT-VALUE}).")
    private Output output = Output.table;

    @Option(names = "--limit-range", paramLabel = "FILE", description = "LimitRange objects of the pod's namespace.")
    private List<String> limitRanges = List.of();

    @Option(
            names = "--quota",
            paramLabel = "FILE",
            description = "ResourceQuota objects of the pod's namespace; without a status nothing is in use yet.")
    private List<String> quotas = List.of();

    @Option(
            names = "--cluster",
            description =
                    "Judge files with the LimitRanges, quotas, labels, classes and admission policies of the cluster and the "
                            + "namespace (-n). Where it has webhooks or policies with parameters, its API server is asked too, "
                            + "by a dry run.")
    private boolean cluster;

    @Option(
            names = "--node-memory",
            paramLabel = "QUANTITY",
            defaultValue = "64Gi",
            description = "Memory of the node, for oom_score_adj (default: ${DEFAULT-VALUE}).")
    private String nodeMemory = "64Gi";

    @Option(
            names = "--feature-gates",
            paramLabel = "A=true,B=false",
            defaultValue = "",
            description = "Feature gates by their Kubernetes names.")
    private String featureGates = "";

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    @Parameters(
            arity = "0..2",
            paramLabel = "KIND/NAME",
            description =
                    "An object of the cluster, such as pod/web or deployment shop, in place of files; node/NAME tells "
                            + "who holds what of a node.")
    private List<String> target = List.of();

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    public ExplainCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() {
        var problems = new ArrayList<String>();
        if (target.isEmpty() == files.isEmpty())
            problems.add("give either files with -f, or what to explain from the cluster, such as pod/web");
        var subject = target.isEmpty() ? new ObjectReference.Named("", "") : ObjectReference.parse(target);
        if (subject instanceof ObjectReference.Malformed(var why))
            problems.add(why + ", as in: plimsoll explain pod/web");
        var gates = gates(problems);
        var memory = nodeMemory(problems);
        var resourceManagers = topology.resourceManagers(gates, problems);
        if (!problems.isEmpty()) return unreadable(problems);
        if (subject instanceof ObjectReference.Named named
                && NODE.contains(named.kind().toLowerCase(Locale.ROOT))) {
            return connected((client, namespace) -> node(client, namespace, named.name()));
        }
        if (subject instanceof ObjectReference.Named named && !target.isEmpty()) {
            return connected((client, namespace) -> live(client, namespace, named, gates, memory, resourceManagers));
        }
        if (cluster) {
            return connected((client, namespace) -> {
                var notes = new ArrayList<String>();
                var outside = new ArrayList<String>();
                var policies = NamespacePolicies.of(client, namespace, notes).withRules(client, outside, notes);
                notes.forEach(console.errors()::println);
                var server = new ServerDryRun(client, outside);
                var exit = files(policies, namespace, gates, memory, resourceManagers, check -> check.asking(server));
                server.notes().forEach(console.errors()::println);
                console.errors().flush();
                return exit;
            });
        }
        var policies = PolicyFiles.read(limitRanges, quotas, console.input(), gates, problems);
        if (!problems.isEmpty()) return unreadable(problems);
        var namespace = connection.askedNamespace().isEmpty() ? "default" : connection.askedNamespace();
        return files(policies, namespace, gates, memory, resourceManagers, check -> check);
    }

    /** What is done with a cluster. */
    private interface Task {
        int with(ApiClient client, String namespace);
    }

    private int connected(Task task) {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> unreadable(List.of(why));
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    yield task.with(ConnectionOptions.client(ready, "plimsoll-explain"), connection.namespace(ready));
                }
            }
        };
    }

    private int files(
            NamespacePolicies policies,
            String namespace,
            FeatureGates gates,
            long memory,
            Optional<ResourceManagers> resourceManagers,
            UnaryOperator<AdmissionCheck> prepared) {
        var started = AdmissionCheck.started(gates, policies, namespace);
        Supplier<AdmissionCheck> starting = () -> prepared.apply(started.get());
        var sources = ManifestSources.read(files, console.input(), recursive);
        if (sources.manifests().isEmpty() && isForPeople()) return unreadable(sources.problems());
        var items = ItemList.of(
                sources.manifests(), starting, Explanation.under(gates), LiveExplanation.context(policies, memory));
        try (var _ = starting.get()) {
            // Files in which nothing but kinds of others stands were not meant.
            if (items.all().isEmpty() && sources.problems().isEmpty()) return unreadable(items.notes());
            return answer(items.all(), items.notes(), sources.problems(), resourceManagers);
        }
    }

    private int live(
            ApiClient client,
            String namespace,
            ObjectReference.Named named,
            FeatureGates gates,
            long memory,
            Optional<ResourceManagers> resourceManagers) {
        return switch (new LiveSubject(client, namespace).read(named.kind(), named.name())) {
            case LiveSubject.Found.Missing(var why) -> unreadable(List.of(why));
            case LiveSubject.Found.Subjected(var subject) -> {
                var notes = new ArrayList<String>();
                var problems = new ArrayList<String>();
                var policies = limitRanges.isEmpty() && quotas.isEmpty()
                        ? NamespacePolicies.of(client, namespace, notes)
                        : PolicyFiles.read(limitRanges, quotas, console.input(), gates, problems);
                if (!problems.isEmpty()) yield unreadable(problems);
                var item = LiveExplanation.of(client, namespace, subject, policies, gates, memory, notes);
                yield answer(List.of(item), notes, List.of(), resourceManagers);
            }
        };
    }

    private int node(ApiClient client, String namespace, String name) {
        return switch (NodeHoldings.ask(client, name, namespace)) {
            case NodeHoldings.Asked.Unknown(var why) -> unreadable(List.of(why));
            case NodeHoldings.Asked.Known(var holdings) -> {
                switch (output) {
                    case table, wide -> out.print(new NodeText(console.paint(color)).of(holdings));
                    case json -> out.println(NodeHoldingsDocument.of(holdings).toPrettyString());
                    case yaml -> out.print(YamlText.of(NodeHoldingsDocument.of(holdings)));
                    case sarif, junit, github -> {
                        yield unreadable(
                                List.of("-o " + output + " is for files; choose table, json or yaml for a node"));
                    }
                }
                out.flush();
                yield ExitCode.OK;
            }
        };
    }

    private int answer(
            List<Item> items,
            List<String> notes,
            List<String> unreadable,
            Optional<ResourceManagers> resourceManagers) {
        var pods = items.stream()
                .filter(Explained.class::isInstance)
                .map(Explained.class::cast)
                .toList();
        var placements = resourceManagers.map(machine -> Placements.of(machine, pods));
        print(placements.map(placed -> inForce(items, placed.inForce(pods))).orElse(items), unreadable, placements);
        notes.forEach(console.errors()::println);
        if (items.size() + unreadable.size() > 1 && isForPeople()) {
            out.flush();
            console.errors().println("plimsoll: " + Summary.of(items, unreadable.size()));
        }
        if (!unreadable.isEmpty()) return unreadable(unreadable);
        var refused = items.stream().anyMatch(item -> item.verdict().isRefused());
        return refused || placements.map(Placements::refusesAny).orElse(false) ? ExitCode.NO : ExitCode.OK;
    }

    /** The items with their pods as they are on a machine, in the same order. */
    private static List<Item> inForce(List<Item> items, List<Explained> placed) {
        var remaining = placed.iterator();
        return items.stream()
                .map(item -> item instanceof Explained ? (Item) remaining.next() : item)
                .toList();
    }

    private boolean isForPeople() {
        return output == Output.table || output == Output.wide;
    }

    private void print(List<Item> items, List<String> unreadable, Optional<Placements> placements) {
        var paint = console.paint(color);
        switch (output) {
            case table -> out.print(AnswerText.narrow(paint).of(items));
            case wide -> out.print(AnswerText.wide(paint).of(items));
            case json -> out.println(AnswerDocument.of(items, placements).toPrettyString());
            case yaml -> out.print(YamlText.of(AnswerDocument.of(items, placements)));
            case sarif -> out.println(CiReport.of(items, unreadable).sarif().toPrettyString());
            case junit -> out.print(CiReport.of(items, unreadable).junit());
            case github -> out.print(CiReport.of(items, unreadable).github());
        }
        if (isForPeople()) placements.ifPresent(placed -> out.print("\n" + new PlacementText(paint).of(placed)));
        out.flush();
    }

    private FeatureGates gates(List<String> problems) {
        return switch (FeatureGates.parse(featureGates)) {
            case FeatureGates.Parsed.Accepted(var gates) -> gates;
            case FeatureGates.Parsed.Refused(var reasons) -> {
                reasons.forEach(reason -> problems.add("--feature-gates: " + reason));
                yield FeatureGates.DEFAULT;
            }
        };
    }

    private long nodeMemory(List<String> problems) {
        return switch (Quantity.parse(nodeMemory)) {
            case ParsedQuantity.Parsed(var quantity) when quantity.sign() > 0 -> quantity.value();
            case ParsedQuantity.Parsed(var quantity) -> {
                problems.add("--node-memory " + quantity + ": must be greater than 0, such as 64Gi");
                yield 1;
            }
            case ParsedQuantity.Malformed(var reason) -> {
                problems.add("--node-memory " + nodeMemory + ": " + reason);
                yield 1;
            }
        };
    }

    private int unreadable(List<String> problems) {
        problems.forEach(problem -> console.errors().println("plimsoll: " + problem));
        console.errors().flush();
        return ExitCode.UNREADABLE;
    }
}
