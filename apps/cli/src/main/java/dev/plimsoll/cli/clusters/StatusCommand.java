package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.objects.node.NodeObject;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll status}: the clusters of this machine. */
@Command(
        name = "status",
        description = {
            "List the clusters of this machine, or one of them.",
            "",
            "Exit code 1 if the cluster that was asked for does not run."
        })
public final class StatusCommand implements Callable<Integer> {
    /** How the answer is written. */
    enum Output {
        text,
        json
    }

    private final Console console;
    private final PrintWriter out;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The cluster (default: all).")
    private String name = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "A table, or an object for scripts (default: ${DEFAULT-VALUE}).")
    private Output output = Output.text;

    public StatusCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() {
        var records = ClusterRecords.ofUser().all();
        if (!name.isEmpty()) {
            switch (ClusterChoice.of(name, records, "status")) {
                case ClusterChoice.Unclear(var why) -> {
                    console.log().problem(why);
                    return ExitCode.NO;
                }
                case ClusterChoice.Chosen(var cluster) -> records = List.of(cluster);
            }
        }
        if (output == Output.json) printDocument(records);
        else if (records.isEmpty()) out.println("No cluster on this machine. Start one with: plimsoll up -d");
        else printTable(records);
        out.flush();
        var isDown = !name.isEmpty() && records.stream().noneMatch(ClusterRecord::isRunning);
        return isDown ? ExitCode.NO : ExitCode.OK;
    }

    private void printTable(List<ClusterRecord> records) {
        var table = new TextTable("").row("NAME", "STATUS", "ADDRESS", "NODES", "PROCESS", "DATA");
        for (var record : records) {
            var isRunning = record.isRunning();
            table.row(
                    record.name(),
                    isRunning ? "running " + age(record) : "stopped",
                    isRunning ? record.url() : "-",
                    isRunning ? nodes(record) : "-",
                    isRunning ? Long.toString(record.pid()) : "-",
                    record.dataOrNull() == null
                            ? "(in memory)"
                            : record.dataOrNull().toString());
        }
        out.print(table);
    }

    private void printDocument(List<ClusterRecord> records) {
        out.println(ClusterRecord.statusDocument(records).toPrettyString());
    }

    private static String age(ClusterRecord record) {
        var age = Duration.ofMillis(InstantSource.system().millis() - record.startedMillis());
        if (age.toHours() >= 48) return age.toDays() + "d";
        if (age.toMinutes() >= 120) return age.toHours() + "h";
        return age.toSeconds() >= 120 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
    }

    /** As the API server says it: a process may be there and not answer. */
    private static String nodes(ClusterRecord record) {
        return switch (Connections.fromFile(record.kubeconfig(), "")) {
            case Configured.Invalid _ -> "kubeconfig is gone";
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    var client = ConnectionOptions.client(ready, "plimsoll-status");
                    yield switch (client.list(ApiResource.NODES, ObjectSelection.ALL, Page.ALL)) {
                        case RequestResult.Done<ResourceList>(var list) -> counted(list);
                        case RequestResult<ResourceList> _ -> "no answer";
                    };
                }
            }
        };
    }

    private static String counted(ResourceList list) {
        var ready = list.items().stream()
                .filter(node -> new NodeObject(node).isReady())
                .count();
        var all = list.items().size();
        return ready == all ? Integer.toString(all) : ready + " of " + all + " ready";
    }
}
