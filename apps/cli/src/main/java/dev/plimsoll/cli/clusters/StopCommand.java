package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterProcess;
import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll stop}: ends a cluster; what it keeps stays. */
@Command(
        name = "stop",
        description = {
            "End a running cluster. Its objects stay where they are kept: plimsoll up finds them again.",
            "",
            "Exit code 1 if it did not end in time, 2 if it is not clear which cluster is meant."
        })
public final class StopCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The cluster; may be left out where only one runs.")
    private String name = "";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to wait for its end (default: ${DEFAULT-VALUE}).")
    private int timeout = 60;

    @Option(names = "--force", description = "Kill it if it does not end in that time.")
    private boolean force;

    public StopCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        var records = ClusterRecords.ofUser();
        if (!name.isEmpty()) {
            var known = records.find(name);
            if (known.isPresent() && !known.get().isRunning()) {
                console.log().say(out, "cluster " + name + " does not run");
                return ExitCode.OK;
            }
        }
        return switch (ClusterChoice.of(name, records.running(), "stop")) {
            case ClusterChoice.Unclear(var why) -> {
                console.log().problem(why);
                yield ExitCode.UNREADABLE;
            }
            case ClusterChoice.Chosen(var cluster) -> stop(records, cluster);
        };
    }

    private int stop(ClusterRecords records, ClusterRecord cluster) throws InterruptedException, IOException {
        var patience = Duration.ofSeconds(timeout);
        if (!ClusterProcess.stop(cluster, patience) && !(force && ClusterProcess.kill(cluster, patience))) {
            console.log()
                    .problem("cluster " + cluster.name() + " (process " + cluster.pid() + ") has not ended after "
                            + timeout + " s; kill it with: plimsoll stop " + cluster.name() + " --force");
            return ExitCode.NO;
        }
        records.ended(cluster);
        console.log()
                .say(
                        out,
                        "stopped cluster " + cluster.name()
                                + (cluster.dataOrNull() == null
                                        ? ""
                                        : "; its objects are kept in " + cluster.dataOrNull()));
        return ExitCode.OK;
    }
}
