package dev.plimsoll.cli.backtest;

import dev.plimsoll.cli.backtest.chart.Chart;
import dev.plimsoll.cli.backtest.report.OutcomeDocument;
import dev.plimsoll.cli.backtest.report.OutcomeText;
import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.usage.PrometheusSourceOptions;
import dev.plimsoll.cli.usage.UsageRead;
import dev.plimsoll.cli.usage.UsageRecording;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll backtest}: what would the autoscaler have done with what was recorded? */
@Command(
        name = "backtest",
        description = {
            "Replay recorded use through the vertical pod autoscaler, once for containers and once for the pod as a whole: "
                    + "what would have been requested, throttled, killed and wasted.",
            "",
            "The recording is a CSV file whose first line names its columns: time, pod or workload or both, container, cpu,",
            "memory. Times are RFC 3339 or seconds since 1970, in order; amounts are quantities or plain cores and bytes."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll backtest -f usage.csv --pod deployment.yaml",
            "  plimsoll backtest -f usage.csv --pod deployment.yaml \\",
            "    --vpa vpa.yaml --svg chart.svg",
            "  plimsoll backtest --prometheus http://prometheus:9090 -n shop \\",
            "    --pods 'web-.*' --pod deployment.yaml -o json"
        })
public final class BacktestCommand implements Callable<Integer> {
    /** How the answer is written. */
    enum Output {
        table,
        json
    }

    private final Console console;
    private final PrintWriter out;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE|-",
            description = "Recorded use as CSV; - is standard input.")
    private String file = "";

    @Option(
            names = "--pod",
            paramLabel = "FILE",
            description =
                    "Pods or their controllers: what is requested before anything is recommended. Of several, each is for "
                            + "the workload of its name. Without it pods ask for nothing and have no limits.")
    private List<String> pods = List.of();

    @Option(
            names = "--vpa",
            paramLabel = "FILE",
            description = "VerticalPodAutoscalers: policies and update mode, in place of the flags below.")
    private List<String> vpas = List.of();

    @Mixin
    private final PolicyOptions policies = new PolicyOptions();

    @Mixin
    private final PrometheusSourceOptions prometheus = new PrometheusSourceOptions();

    @Option(
            names = {"-o", "--output"},
            defaultValue = "table",
            description = "table or json.")
    private Output output = Output.table;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw a chart into this file.")
    private @Nullable Path svg;

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    public BacktestCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        var problems = new ArrayList<String>();
        if (file.isEmpty() == !prometheus.isChosen()) {
            problems.add("give either a recording with -f FILE, or where to ask with --prometheus URL");
        }
        var common = policies.plan(vpas.isEmpty(), problems);
        var assumptions = Assumptions.read(pods, vpas, console.input(), problems);
        if (!problems.isEmpty()) return unreadable(problems);
        var backtest = new Backtest(assumptions, common);
        return switch (read(backtest)) {
            case UsageRead.Malformed(var wrong) -> unreadable(wrong);
            case UsageRead.Done(var _, var notes) -> {
                notes.forEach(console.errors()::println);
                yield show(backtest.finish());
            }
        };
    }

    private UsageRead read(Backtest backtest) throws InterruptedException {
        if (prometheus.isChosen()) {
            return prometheus.read(backtest, rows -> console.progress("plimsoll: " + rows + " samples"));
        }
        var recording = new UsageRecording(file, console);
        return recording.read(backtest);
    }

    private int show(List<WorkloadOutcome> outcomes) {
        switch (output) {
            case table -> out.print(new OutcomeText(console.paint(color)).of(outcomes));
            case json -> out.println(OutcomeDocument.of(outcomes).toPrettyString());
        }
        out.flush();
        if (svg == null) return ExitCode.OK;
        try {
            Files.writeString(svg, new Chart().of(outcomes));
        } catch (IOException e) {
            return unreadable(
                    List.of("--svg " + svg + ": cannot be written: " + PathProblem.of(e) + "; name another file"));
        }
        console.errors().println("plimsoll: chart written to " + svg);
        return ExitCode.OK;
    }

    private int unreadable(List<String> problems) {
        problems.forEach(problem -> console.errors().println("plimsoll: " + problem));
        console.errors().flush();
        return ExitCode.UNREADABLE;
    }
}
