package dev.plimsoll.cli;

import dev.plimsoll.cli.console.Log;
import dev.plimsoll.cli.console.MemoryLimit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself; its subcommands do the work. */
@Command(
        name = "plimsoll",
        version = "plimsoll 0.1.0",
        description = {
            "How far a pod may be loaded, and why.",
            "",
            "Plimsoll implements the Kubernetes pod-level resource system: KEP-2837, KEP-5526, KEP-1287, KEP-5419, AEP-7571."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll up -d                  a whole cluster for kubectl",
            "  plimsoll status                 the clusters of this machine",
            "  plimsoll explain -f pod.yaml    what the pod gets, and why",
            "  plimsoll explain -f deploy.yaml -o json",
            "  plimsoll resize pod/web --cpu 2 --memory 1Gi",
            "  plimsoll why web                why a pod is not as it should be",
            "  plimsoll watch                  nodes, pods and their resizes, live",
            "  plimsoll console                the same and more as a web page",
            "  plimsoll backtest -f usage.csv --pod pod.yaml",
            "                                  what the autoscaler would have done",
            "  plimsoll recommend              what workloads ask for and need",
            "  plimsoll snapshot -o FILE       what is in a cluster, without secrets",
            "  plimsoll simulate --snapshot F --drain NODE",
            "                                  what would happen, before it does",
            "  plimsoll store backup FILE      all objects of a cluster, in one file",
            "  plimsoll node --nodes 3         simulated nodes for any API server",
            "  plimsoll autoscaler all         a vertical pod autoscaler",
            "",
            "Exit codes: 0 done, 1 the answer is no, 2 the question could not be read,",
            "3 a defect of plimsoll. 'plimsoll help COMMAND' tells more."
        })
@SuppressWarnings("UnusedVariable") // picocli reads the options for help and version
final class Plimsoll implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    private boolean version;

    private final Log log;

    Plimsoll(Log log) {
        this.log = log;
    }

    @Option(
            names = "--logging-format",
            paramLabel = "text|json",
            scope = CommandLine.ScopeType.INHERIT,
            description =
                    "How servers write about their work: text for people (default), or json, a line for each message.")
    void loggingFormat(Log.Format format) {
        log.format(format);
    }

    @Option(
            names = MemoryLimit.OPTION,
            paramLabel = "SIZE",
            scope = CommandLine.ScopeType.INHERIT,
            description = "The most memory for objects, at least 128Mi, such as 512Mi or 2Gi (default: a quarter of "
                    + "the machine's). The Java runtime takes about 200 MB besides.")
    void memoryLimit(String size) {
        var problem = MemoryLimit.problem(size, Runtime.getRuntime().maxMemory());
        if (!problem.isEmpty()) throw new ParameterException(spec.commandLine(), problem);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
