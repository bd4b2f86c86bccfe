package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterProcess;
import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.clusters.records.DataFolder;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code plimsoll delete}: ends a cluster and deletes all that it keeps. */
@Command(
        name = "delete",
        description = {
            "End a cluster and delete its objects, certificates and kubeconfig.",
            "",
            "Only what plimsoll wrote is deleted. Objects in etcd stay there."
        })
public final class DeleteCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Of other clusters, in the folder of the one that nobody named. */
    private static final Set<String> SHARED = Set.of("run", "clusters");

    private final Console console;
    private final PrintWriter out;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The cluster; may be left out where there is one.")
    private String name = "";

    public DeleteCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        var records = ClusterRecords.ofUser();
        return switch (ClusterChoice.of(name, records.all(), "delete")) {
            case ClusterChoice.Unclear(var why) -> {
                console.log().problem(why);
                yield ExitCode.UNREADABLE;
            }
            case ClusterChoice.Chosen(var cluster) -> delete(records, cluster);
        };
    }

    private int delete(ClusterRecords records, ClusterRecord cluster) throws InterruptedException, IOException {
        if (!ClusterProcess.stop(cluster, PATIENCE) && !ClusterProcess.kill(cluster, PATIENCE)) {
            console.log()
                    .problem("cluster " + cluster.name() + " (process " + cluster.pid()
                            + ") does not end; nothing was deleted: end the process, and run plimsoll delete again");
            return ExitCode.NO;
        }
        List<String> left = List.of();
        var data = cluster.dataOrNull();
        if (data != null && Files.isDirectory(data)) left = DataFolder.delete(data);
        Files.deleteIfExists(cluster.kubeconfig());
        if (cluster.mergedOrNull() != null) MergedKubeconfig.remove(cluster.mergedOrNull(), cluster.context());
        records.remove(cluster);
        var others = left.stream().filter(each -> !SHARED.contains(each)).toList();
        console.log()
                .say(
                        out,
                        "deleted cluster " + cluster.name()
                                + (others.isEmpty()
                                        ? ""
                                        : "; left in " + data + " what plimsoll did not write: "
                                                + String.join(", ", others)));
        return ExitCode.OK;
    }
}
