package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll kubeconfig}: how other programs reach a cluster. */
@Command(
        name = "kubeconfig",
        description = "Print the kubeconfig of a running cluster, or where it is.",
        footer = {
            "",
            "Examples:",
            "  export KUBECONFIG=$(plimsoll kubeconfig --path)",
            "  plimsoll kubeconfig team-a >team-a.conf",
            "  plimsoll kubeconfig --merge      as a context of the file that kubectl reads"
        })
public final class KubeconfigCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The cluster; may be left out where one runs.")
    private String name = "";

    @Option(names = "--path", description = "Print the path of the file, not its text.")
    private boolean path;

    @Option(
            names = "--merge",
            description =
                    "Add it to the file that kubectl reads (the first of KUBECONFIG, or ~/.kube/config), and make "
                            + "it the current context.")
    private boolean merge;

    public KubeconfigCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() {
        var records = ClusterRecords.ofUser();
        return switch (ClusterChoice.of(name, records.running(), "kubeconfig")) {
            case ClusterChoice.Unclear(var why) -> console.unreadable(why);
            case ClusterChoice.Chosen(var cluster) -> {
                try {
                    if (merge) {
                        out.println("plimsoll: " + KubeconfigMerge.into(records, cluster, System.getenv()));
                    } else if (path) {
                        out.println(cluster.kubeconfig());
                    } else {
                        out.print(Files.readString(cluster.kubeconfig()));
                    }
                    out.flush();
                    yield ExitCode.OK;
                } catch (IOException e) {
                    yield console.unreadable(PathProblem.of(e));
                }
            }
        };
    }
}
