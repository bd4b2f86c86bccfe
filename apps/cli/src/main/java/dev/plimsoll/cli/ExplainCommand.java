package dev.plimsoll.cli;

import dev.plimsoll.cli.explain.AnswerDocument;
import dev.plimsoll.cli.explain.AnswerText;
import dev.plimsoll.cli.explain.DeferredResize;
import dev.plimsoll.cli.explain.DeferredResizes;
import dev.plimsoll.cli.explain.Explained;
import dev.plimsoll.cli.explain.LiveSubject;
import dev.plimsoll.cli.explain.PlacementText;
import dev.plimsoll.cli.explain.Placements;
import dev.plimsoll.cli.explain.Policies;
import dev.plimsoll.cli.explain.PolicyFiles;
import dev.plimsoll.cli.explain.Subjects;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.codec.manifest.YamlText;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.explain.ExplainContext;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll explain -f FILE}: what will this pod really get, and why? */
@Command(
        name = "explain",
        description = {
            "Say what a pod will really get, and the rule that decided each number.",
            "",
            "Reads Pods and the pod templates of Deployment, ReplicaSet, StatefulSet, DaemonSet, Job and CronJob; several "
                    + "documents per file. Exit code 1 if a pod would be refused, 2 if a file cannot be read."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll explain -f pod.yaml",
            "  plimsoll explain pod/web -n shop         a pod of the cluster, as it is now",
            "  plimsoll explain -f pod.yaml --limit-range limits.yaml --quota quota.yaml",
            "  kubectl get deploy web -o yaml | plimsoll explain -f - -o json",
            "  plimsoll explain -f pod.yaml --topology 2s4n8c2t \\",
            "    --topology-policy restricted --topology-scope pod",
            "  plimsoll explain -f pod.yaml \\",
            "    --feature-gates=PodLevelResourcesFixDefaulting=false"
        })
final class ExplainCommand implements Callable<Integer> {
    /** How the answer is written. */
    enum Output {
        table,
        wide,
        json,
        yaml
    }

    private final Console console;
    private final PrintWriter out;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE|-|DIR",
            description = "File, standard input or folder of manifests; may be repeated.")
    private List<String> files = List.of();

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description = "table, wide, json or yaml.")
    private Output output = Output.table;

    @Option(names = "--limit-range", paramLabel = "FILE", description = "LimitRange objects of the pod's namespace.")
    private List<String> limitRanges = List.of();

    @Option(
            names = "--quota",
            paramLabel = "FILE",
            description = "ResourceQuota objects of the pod's namespace; without a status nothing is in use yet.")
    private List<String> quotas = List.of();

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
            description = "An object of the cluster, such as pod/web or deployment shop, in place of files.")
    private List<String> target = List.of();

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    ExplainCommand(Console console, PrintWriter out) {
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
        if (!problems.isEmpty()) return unreadable(problems);
        if (!target.isEmpty() && subject instanceof ObjectReference.Named named) return live(named, problems);
        return explain(Subjects.read(files, console.input()), fromFiles(problems), _ -> Optional.empty(), problems);
    }

    private int live(ObjectReference.Named named, List<String> problems) {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> unreadable(List.of(why));
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    var client = ConnectionOptions.client(ready, "plimsoll-explain");
                    var namespace = connection.namespace(ready);
                    var subjects = new LiveSubject(client, namespace).read(named.kind(), named.name());
                    var notes = new ArrayList<String>();
                    var resizes = new DeferredResizes(client, gates(new ArrayList<>()), notes);
                    var exit = explain(subjects, live(client, namespace, subjects, problems), resizes::of, problems);
                    notes.forEach(console.errors()::println);
                    yield exit;
                }
            }
        };
    }

    private Policies fromFiles(List<String> problems) {
        return new Policies(
                PolicyFiles.limitRanges(limitRanges, console.input(), gates(new ArrayList<>()), problems),
                PolicyFiles.quotas(quotas, console.input(), problems));
    }

    /** Those of the namespace, unless files are named to try others. */
    private Policies live(ApiClient client, String namespace, Subjects subjects, List<String> problems) {
        if (!limitRanges.isEmpty() || !quotas.isEmpty()) return fromFiles(problems);
        var notes = new ArrayList<String>();
        var policies = Policies.of(client, namespace, notes);
        notes.forEach(console.errors()::println);
        return subjects.isPod() ? policies.withoutQuotas() : policies;
    }

    private int explain(
            Subjects subjects,
            Policies policies,
            Function<Pod, Optional<DeferredResize>> waiting,
            List<String> problems) {
        var gates = gates(problems);
        var context = new ExplainContext(
                nodeMemory(problems),
                Set.of(HugePageSize.OF_2_MIB, HugePageSize.OF_1_GIB),
                policies.limitRanges(),
                policies.quotas(),
                Instant.EPOCH);
        var resourceManagers = topology.resourceManagers(gates, problems);
        if (!problems.isEmpty()) return unreadable(problems);
        var explanation = Explanation.under(gates);
        var answers = subjects.pods().stream()
                .map(subject -> new Explained(
                        subject,
                        explanation.of(subject.pod(), context),
                        waiting.apply(subject.pod()).orElse(null)))
                .toList();
        var placements = resourceManagers.map(machine -> Placements.of(machine, answers));
        print(placements.map(placed -> placed.inForce(answers)).orElse(answers), placements);
        subjects.notes().forEach(console.errors()::println);
        if (!subjects.problems().isEmpty()) return unreadable(subjects.problems());
        var refused = answers.stream().anyMatch(answer -> answer.answer().isRefused());
        return refused || placements.map(Placements::refusesAny).orElse(false) ? ExitCode.NO : ExitCode.OK;
    }

    private void print(List<Explained> answers, Optional<Placements> placements) {
        if (answers.isEmpty()) return;
        var paint = console.paint(color);
        switch (output) {
            case table -> out.print(AnswerText.narrow(paint).of(answers));
            case wide -> out.print(AnswerText.wide(paint).of(answers));
            case json -> out.println(AnswerDocument.of(answers, placements).toPrettyString());
            case yaml -> out.print(YamlText.of(AnswerDocument.of(answers, placements)));
        }
        if (output == Output.table || output == Output.wide) {
            placements.ifPresent(placed -> out.print("\n" + new PlacementText(paint).of(placed)));
        }
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
