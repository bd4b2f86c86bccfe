package dev.plimsoll.cli.simulate;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.FeatureGatesOption;
import dev.plimsoll.cli.node.KubeletManagers;
import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;
import dev.plimsoll.cli.simulate.report.ScenarioComparison;
import dev.plimsoll.cli.simulate.report.SimulationDocument;
import dev.plimsoll.cli.simulate.report.SimulationMarkdown;
import dev.plimsoll.cli.simulate.report.SimulationPage;
import dev.plimsoll.cli.simulate.report.SimulationReport;
import dev.plimsoll.cli.simulate.report.SimulationSuite;
import dev.plimsoll.cli.simulate.report.SimulationTable;
import dev.plimsoll.cli.text.DurationText;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.usage.RecordedUsageOptions;
import dev.plimsoll.codec.manifest.YamlText;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.prediction.PredictionSettings;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.config.SchedulerConfiguration;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotFiles;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.SnapshotLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What would become of a cluster. */
@Command(
        name = "simulate",
        description = {
            "Tell what would happen to a cluster, on a snapshot of it, before anybody does it.",
            "",
            "Pods are made, admitted, placed, evicted and resized by the code that does it in a cluster, once without"
                    + " the changes and once with them; what differs is told, with every reason. Nothing is sent anywhere."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll simulate --snapshot cluster.json.gz --drain node-3",
            "  plimsoll simulate --snapshot cluster.json.gz -f new/ \\",
            "    --fail-on unscheduled,refused",
            "  plimsoll simulate --snapshot nodes.json --snapshot pods.json \\",
            "    --scale deployment/web=20 -n shop",
            "  plimsoll simulate --snapshot cluster.json.gz \\",
            "    --resize pod/web-0:cpu=2,memory=4Gi -o json",
            "  plimsoll simulate --snapshot cluster.json.gz \\",
            "    --prometheus http://prometheus:9090 --days 7 --fail-on killed",
            "",
            "Exit codes: 0 nothing of --fail-on, 1 something of --fail-on, 2 the question",
            "could not be read, 3 the snapshot is incomplete or older than --max-age."
        })
public final class SimulateCommand implements Callable<Integer> {
    /** A snapshot that cannot be relied on. */
    private static final int STALE = 3;

    /** How the report is written. */
    enum Output {
        table,
        json,
        yaml,
        markdown,
        junit,
        html
    }

    private final Console console;
    private final PrintWriter out;
    private final InstantSource clock;

    @Option(
            names = "--snapshot",
            paramLabel = "FILE",
            required = true,
            description =
                    "What plimsoll snapshot wrote, or what kubectl get -A -o json prints; several files, or a folder.")
    private List<Path> snapshots = List.of();

    @Mixin
    private final ChangeOptions changes = new ChangeOptions();

    @Mixin
    private final FeatureGatesOption gates = new FeatureGatesOption();

    @Option(
            names = "--fail-on",
            paramLabel = "CONDITION",
            split = ",",
            description = "What makes the exit code 1: unscheduled, waiting, refused, preempted, deferred, infeasible,"
                    + " blocked, killed or unknown (default: unscheduled,refused).")
    private List<SimulationReport.Condition> failOn =
            List.of(SimulationReport.Condition.unscheduled, SimulationReport.Condition.refused);

    @Option(
            names = "--max-age",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How old the snapshot may be, such as 24h.")
    private @Nullable Duration maxAge;

    @Option(
            names = "--scheduler-config",
            paramLabel = "FILE",
            description =
                    "The KubeSchedulerConfiguration of the cluster (kubescheduler.config.k8s.io/v1): profiles, plugins"
                            + " and how nodes are scored. Without it the scheduler has Kubernetes' default profile.")
    private @Nullable Path schedulerConfig;

    @Option(
            names = "--kubelet-config",
            paramLabel = "FILE",
            description =
                    "The KubeletConfiguration of the nodes (kubelet.config.k8s.io/v1beta1): CPU, memory and topology"
                            + " managers of nodes that do not publish theirs. Their NUMA nodes are those of"
                            + " NodeResourceTopology objects.")
    private @Nullable Path kubeletConfig;

    @Option(
            names = "--numa",
            description = "The scheduler leaves out nodes that could not align a pod's resources, as ours can.")
    private boolean alignsNuma;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Try so many other choices among nodes that are equally good, and tell on which nodes pods come to"
                            + " be.")
    private int seeds;

    @Mixin
    private final LevelOptions level = new LevelOptions();

    @Mixin
    private final RecordedUsageOptions usage = new RecordedUsageOptions();

    @Option(
            names = "--scenarios",
            paramLabel = "FILE",
            description = "Several sets of changes, compared in one table; docs/reference/simulate.md says how the file"
                    + " looks.")
    private @Nullable Path scenarios;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description =
                    "table, json, yaml, markdown for a pull request, junit for a build server, or html: one file that"
                            + " needs nothing else.")
    private Output output = Output.table;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "50",
            description = "Lines of a list of a table, or of Markdown; 0 for all (default: ${DEFAULT-VALUE}).")
    private int top = 50;

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    public SimulateCommand(Console console, PrintWriter out, InstantSource clock) {
        this.console = console;
        this.out = out;
        this.clock = clock;
    }

    @Override
    public Integer call() throws InterruptedException {
        return gates.read(console, this::simulate);
    }

    private int simulate(FeatureGates on) throws InterruptedException {
        var problems = new ArrayList<String>();
        var asked = scenarios(problems);
        var profiles = profiles(problems);
        var kubelet = kubelet(problems);
        if (!problems.isEmpty()) return unreadable(problems);
        console.progress("plimsoll: reading the snapshot");
        var snapshot = new SnapshotFiles(SnapshotLimits.usual()).read(snapshots);
        console.progress("");
        snapshot.problems().forEach(problem -> console.log().problem(problem.toString()));
        if (snapshot.isUnreadable())
            return unreadable(List.of(
                    "there is nothing in the snapshot that can be read; write one with plimsoll snapshot -o FILE"));
        var stale = stale(snapshot);
        if (!stale.isEmpty()) {
            console.log().problem(stale);
            return STALE;
        }
        var settings = new PredictionSettings(on, profiles, alignsNuma, null);
        return switch (usage.read(namespaces(snapshot), console)) {
            case RecordedUsageOptions.Outcome.Unreadable(var wrong) -> unreadable(wrong);
            case RecordedUsageOptions.Outcome.None() ->
                tell(snapshot, asked, settings, new Simulation.Facts(kubelet, null));
            case RecordedUsageOptions.Outcome.Recorded(var recorded, var notes) -> {
                notes.forEach(note -> console.errors().println("plimsoll: " + note));
                yield tell(snapshot, asked, settings, new Simulation.Facts(kubelet, recorded));
            }
        };
    }

    private static SortedSet<String> namespaces(Snapshot snapshot) {
        var namespaces = new TreeSet<String>();
        for (var pod : snapshot.objects(SnapshotKinds.PODS))
            namespaces.add(pod.metadata().namespace());
        return namespaces;
    }

    private @Nullable KubeletManagers kubelet(List<String> problems) {
        var file = kubeletConfig;
        if (file == null) return null;
        return switch (KubeletManagers.read(file)) {
            case KubeletManagers.Outcome.Configured(var managers) -> managers;
            case KubeletManagers.Outcome.Invalid(var wrong) -> {
                problems.addAll(wrong);
                yield null;
            }
        };
    }

    private List<Profile> profiles(List<String> problems) {
        var file = schedulerConfig;
        if (file == null) return List.of(Profile.DEFAULT);
        try {
            var read = SchedulerConfiguration.read(file.toString(), Files.readString(file), SchedulerSettings.ALONE);
            return switch (read) {
                case SchedulerConfiguration.Outcome.Configured(var settings, var _) -> settings.profiles();
                case SchedulerConfiguration.Outcome.Invalid(var wrong) -> {
                    problems.addAll(wrong);
                    yield List.of();
                }
            };
        } catch (IOException e) {
            problems.add(
                    "--scheduler-config " + file + ": cannot be read: " + PathProblem.of(e) + "; name another file");
            return List.of();
        }
    }

    private List<Scenario> scenarios(List<String> problems) {
        var asked = changes.read(console.input(), problems);
        var options = level.read(seeds, problems);
        if (seeds < 0 || seeds > 1000) problems.add("--seeds " + seeds + ": must be from 0 to 1000");
        var file = scenarios;
        if (file == null) return List.of(new Scenario("", asked, options));
        if (!asked.words().isEmpty() || !options.equals(SimulationOptions.DEFAULT.withSeeds(seeds)))
            problems.add("--scenarios " + file + ": the file says what changes; write the other options into it");
        return new ScenarioFile(console.input(), seeds, problems).read(file);
    }

    private int tell(Snapshot snapshot, List<Scenario> asked, PredictionSettings settings, Simulation.Facts facts) {
        var failing = EnumSet.noneOf(SimulationReport.Condition.class);
        failing.addAll(failOn);
        var reports = new LinkedHashMap<String, SimulationReport>();
        for (var scenario : asked) {
            var about = "plimsoll: simulating " + snapshot.size() + " objects: "
                    + (scenario.name().isEmpty() ? "" : scenario.name() + ", ");
            var result = new Simulation(snapshot, settings, facts, part -> console.progress(about + part))
                    .run(scenario.changes(), scenario.options());
            console.progress("");
            var where = scenario.name().isEmpty() ? "" : "scenario '" + scenario.name() + "': ";
            if (!result.misunderstood().isEmpty())
                return unreadable(result.misunderstood().stream()
                        .map(each -> where + each)
                        .toList());
            result.notes().forEach(note -> console.errors().println("plimsoll: " + where + note));
            if (reports.isEmpty()) result.problems().forEach(console.log()::problem);
            reports.put(scenario.name(), new SimulationReport(snapshot.header(), result, failing));
        }
        var isGood =
                scenarios == null ? print(reports.firstEntry().getValue()) : print(new ScenarioComparison(reports));
        out.flush();
        return isGood ? ExitCode.OK : ExitCode.NO;
    }

    private boolean print(SimulationReport report) {
        switch (output) {
            case table -> out.print(new SimulationTable(console.paint(color), top).of(report));
            case json -> out.println(SimulationDocument.of(report).toPrettyString());
            case yaml -> out.print(YamlText.of(SimulationDocument.of(report)));
            case markdown -> out.print(new SimulationMarkdown(top).of(report));
            case junit -> out.print(SimulationSuite.of(report));
            case html -> out.print(SimulationPage.of(report));
        }
        return report.isGood();
    }

    private boolean print(ScenarioComparison comparison) {
        switch (output) {
            case table -> out.print(comparison.table(console.paint(color)));
            case json -> out.println(comparison.document().toPrettyString());
            case yaml -> out.print(YamlText.of(comparison.document()));
            case markdown -> out.print(comparison.markdown(top));
            case junit -> out.print(comparison.junit());
            case html -> out.print(comparison.page());
        }
        return comparison.isGood();
    }

    private int unreadable(List<String> problems) {
        problems.forEach(console.log()::problem);
        return ExitCode.UNREADABLE;
    }

    /** Why the snapshot cannot be relied on; empty where it can. */
    private String stale(Snapshot snapshot) {
        if (!snapshot.isComplete()) return "the snapshot is incomplete; run plimsoll snapshot again";
        var most = maxAge;
        if (most == null) return "";
        var taken = snapshot.header().taken();
        if (taken.isEmpty())
            return "the snapshot does not say when it was taken, so --max-age cannot be checked; write one with"
                    + " plimsoll snapshot";
        var age = Duration.between(taken.get(), clock.instant());
        return age.compareTo(most) <= 0
                ? ""
                : "the snapshot is " + DurationText.of(age) + " old, more than " + DurationText.of(most)
                        + "; run plimsoll snapshot again";
    }
}
