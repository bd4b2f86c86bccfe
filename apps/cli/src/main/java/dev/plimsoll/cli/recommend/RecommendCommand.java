package dev.plimsoll.cli.recommend;

import dev.plimsoll.autoscaler.prometheus.PrometheusClient;
import dev.plimsoll.cli.autoscaler.Checks;
import dev.plimsoll.cli.autoscaler.EstimateOptions;
import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.prometheus.HistoryRange;
import dev.plimsoll.cli.prometheus.PrometheusSeriesOptions;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.report.ClusterReport;
import dev.plimsoll.core.estimation.report.WorkloadReport;
import dev.plimsoll.core.estimation.report.WorkloadReporter;
import dev.plimsoll.core.estimation.update.UpdateMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll recommend}: what do the workloads of a cluster ask for, use, and should ask for? */
@Command(
        name = "recommend",
        description = {
            "Report what the workloads of a cluster ask for, use and should ask for: waste and risk in cores, GiB and money. "
                    + "Nothing in the cluster is changed, and nothing needs to be installed there.",
            "",
            "What was used comes from one of three places. Without flags: the metrics API (metrics-server), which knows this "
                    + "moment only, so that the answer is a first impression. With --prometheus URL: days of history, by "
                    + "which the recommender of an autoscaler decides too. With --from-vpa: what VerticalPodAutoscalers "
                    + "recommend already.",
            "",
            "Policies of VerticalPodAutoscalers that there are count. A workload whose pods ask for resources as a whole is "
                    + "compared at the pod level, others at the level of containers; json, csv and html have both."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll recommend                        the whole cluster, right now",
            "  plimsoll recommend -n shop --containers   one namespace, by container",
            "  plimsoll recommend --prometheus http://prometheus:9090 \\",
            "    --cost cpu=0.0316,memory=0.0042 -o html > report.html",
            "  plimsoll recommend --sort risk --top 10   what may end badly first",
            "  plimsoll recommend --write-vpa vpas/      an object for each workload"
        })
public final class RecommendCommand implements Callable<Integer> {
    /** How the report is written. */
    enum Output {
        table,
        json,
        csv,
        html
    }

    private final Console console;
    private final PrintWriter out;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final PrometheusSeriesOptions prometheus = new PrometheusSeriesOptions();

    @Option(
            names = "--history-length",
            paramLabel = "TIME",
            defaultValue = "8d",
            description = "With --prometheus: how far back (default: ${DEFAULT-VALUE}).")
    private String length = "8d";

    @Option(
            names = "--history-resolution",
            paramLabel = "TIME",
            defaultValue = "1h",
            description = "With --prometheus: how finely (default: ${DEFAULT-VALUE}).")
    private String resolution = "1h";

    @Option(
            names = "--from-vpa",
            description =
                    "Take what VerticalPodAutoscalers recommend; what is used is read from the metrics API if there is "
                            + "one.")
    private boolean fromVpa;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description = "table, json, csv or html; html is one file that needs nothing else.")
    private Output output = Output.table;

    @Option(
            names = "--sort",
            defaultValue = "WASTE",
            description =
                    "What comes first: waste, risk, cpu, memory or name (default: waste). Waste of CPU and memory is added "
                            + "by --cost; without it a core weighs as much as 8 GiB.")
    private ClusterReport.Order order = ClusterReport.Order.WASTE;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "50",
            description = "Lines of the table; 0 for all (default: ${DEFAULT-VALUE}).")
    private int top = 50;

    @Option(names = "--containers", description = "Show containers in the table.")
    private boolean containers;

    @Option(
            names = "--cost",
            paramLabel = "cpu=N,memory=N",
            description = "What a core and a GiB cost for an hour; the report says what a month of 730 hours costs.")
    private String cost = "";

    @Option(names = "--currency", paramLabel = "TEXT", description = "Written before amounts of money, such as $.")
    private String currency = "";

    @Option(
            names = "--write-vpa",
            paramLabel = "DIR",
            description =
                    "Write a VerticalPodAutoscaler for each workload that has none: DIR/NAMESPACE/KIND-NAME.yaml.")
    private @Nullable Path vpaFolder;

    @Option(
            names = "--vpa-mode",
            paramLabel = "MODE",
            defaultValue = "Off",
            description =
                    "Update mode of what --write-vpa writes: Off, Initial, Recreate, InPlaceOrRecreate or InPlace "
                            + "(default: ${DEFAULT-VALUE}, which only recommends).")
    private String vpaMode = "Off";

    @Option(
            names = "--write-patches",
            paramLabel = "DIR",
            description =
                    "Write a strategic merge patch with the recommended requests, and limits in proportion, for each "
                            + "workload: DIR/NAMESPACE/KIND-NAME.yaml; apply with kubectl patch --patch-file.")
    private @Nullable Path patchFolder;

    @Mixin
    private final EstimateOptions estimates = new EstimateOptions();

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    public RecommendCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        var checks = new Checks();
        var settings = estimates.settings(checks);
        var problems = new ArrayList<>(checks.problems());
        if (fromVpa && prometheus.isChosen()) problems.add("give either --prometheus or --from-vpa");
        if (UpdateMode.named(vpaMode).isEmpty()) {
            problems.add("--vpa-mode " + vpaMode + ": write Off, Initial, Recreate, InPlaceOrRecreate or InPlace");
        }
        var money = Money.parse(cost, currency, problems);
        if (!problems.isEmpty()) return unreadable(problems);
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> unreadable(List.of(why));
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    yield report(ready, settings, money);
                }
            }
        };
    }

    private int report(Configured.Ready ready, EstimatorSettings settings, Money money) throws InterruptedException {
        var client = ConnectionOptions.client(ready, "plimsoll-recommend");
        var namespace = connection.askedNamespace();
        console.progress("plimsoll: reading the pods of " + ready.server());
        var read = new ClusterReader(client, namespace, console::progress).read();
        if (read instanceof ClusterReader.Outcome.Failed(var problem)) return unreadable(List.of(problem));
        var found = (ClusterReader.Outcome.Found) read;
        var uses = new WorkloadUses(found.cluster());
        var source = new ArrayList<String>();
        var problem = use(client, namespace, found.cluster(), uses, source);
        console.progress("");
        if (!problem.isEmpty()) return unreadable(List.of(problem));
        found.notes().forEach(note -> console.errors().println("plimsoll: " + note));
        if (found.cluster().workloads().isEmpty()) {
            return unreadable(List.of(
                    namespace.isEmpty()
                            ? "there is no pod in the cluster; start some, or choose another cluster with --context"
                            : "there is no pod in namespace " + namespace + "; see the whole cluster without -n"));
        }
        var report = ClusterReport.of(reports(found.cluster(), uses, settings), order, money.weights());
        var context = new ReportContext(
                ready.server().toString(),
                namespace,
                source.getFirst(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
        print(report, context, money);
        return write(found.cluster(), report);
    }

    /** Why what is used could not be read; empty if it was. */
    private String use(
            ApiClient client, String namespace, ClusterWorkloads cluster, WorkloadUses uses, List<String> source)
            throws InterruptedException {
        if (prometheus.isChosen()) return history(cluster, uses, source);
        var problem = LiveUse.read(client, namespace, uses);
        if (!fromVpa) {
            source.add("use at this moment; days of history say more: --prometheus URL");
            return problem;
        }
        source.add("as VerticalPodAutoscalers recommend");
        return cluster.vpas().isEmpty()
                ? "there is no VerticalPodAutoscaler: leave out --from-vpa, or write some with --write-vpa DIR"
                : "";
    }

    private String history(ClusterWorkloads cluster, WorkloadUses uses, List<String> source)
            throws InterruptedException {
        return switch (HistoryRange.parse(length, resolution, Instant.now())) {
            case HistoryRange.Parsed.Wrong(var problem) -> problem;
            case HistoryRange.Parsed.Ok(var range) -> history(range, cluster, uses, source);
        };
    }

    private String history(HistoryRange range, ClusterWorkloads cluster, WorkloadUses uses, List<String> source)
            throws InterruptedException {
        if (range.isTooFine()) {
            return "--history-resolution " + resolution
                    + ": Prometheus answers with 11,000 points of a series at most; "
                    + "make it coarser, or --history-length shorter";
        }
        source.add(length + " of Prometheus, one sample in " + resolution);
        return switch (prometheus.server()) {
            case PrometheusSeriesOptions.Chosen.Wrong(var problem) -> problem;
            case PrometheusSeriesOptions.Chosen.Server(var server) -> {
                try (var client = new PrometheusClient(server, (_, _, _) -> {}, Time.system())) {
                    yield new PrometheusUse(client, range, console::progress)
                            .read(cluster.namespaces(), name -> prometheus.query(name, ".+"), uses);
                }
            }
        };
    }

    private List<WorkloadReport> reports(ClusterWorkloads cluster, WorkloadUses uses, EstimatorSettings settings) {
        var reporter = new WorkloadReporter(settings);
        var reports = new ArrayList<WorkloadReport>();
        cluster.workloads().forEach((name, workload) -> {
            var vpa = cluster.vpa(name);
            if (fromVpa) {
                vpa.ifPresent(object ->
                        reports.add(reporter.published(workload.view(), uses.use(name), object.recommendation())));
                return;
            }
            var policy = vpa.map(object -> object.policy()).orElse(ResourcePolicy.of());
            reports.add(reporter.measured(
                    workload.view(),
                    uses.use(name),
                    policy,
                    cluster.ranges(name).pods()));
        });
        return reports;
    }

    private void print(ClusterReport report, ReportContext context, Money money) {
        switch (output) {
            case table -> out.print(new ReportTable(console.paint(color), money, containers, top).of(report, context));
            case json ->
                out.println(new ReportDocument(money).of(report, context).toPrettyString());
            case csv -> out.print(new ReportCsv(money).of(report));
            case html -> out.print(new ReportPage(money).of(report, context));
        }
        out.flush();
    }

    private int write(ClusterWorkloads cluster, ClusterReport report) {
        var files = new WorkloadFiles(cluster);
        try {
            if (vpaFolder != null) {
                var written = files.vpas(report, vpaMode, vpaFolder);
                console.errors()
                        .println("plimsoll: " + written.files() + " VerticalPodAutoscalers written to " + vpaFolder
                                + "; " + written.passedOver() + " workloads have one already or are single pods");
            }
            if (patchFolder != null) {
                var written = files.patches(report, patchFolder);
                console.errors()
                        .println("plimsoll: " + written.files() + " patches written to " + patchFolder + "; "
                                + written.passedOver() + " workloads need none or cannot be patched");
            }
        } catch (IOException e) {
            return unreadable(List.of("cannot be written: " + PathProblem.of(e) + "; choose another folder"));
        }
        return ExitCode.OK;
    }

    private int unreadable(List<String> problems) {
        console.progress("");
        problems.forEach(problem -> console.errors().println("plimsoll: " + problem));
        console.errors().flush();
        return ExitCode.UNREADABLE;
    }
}
