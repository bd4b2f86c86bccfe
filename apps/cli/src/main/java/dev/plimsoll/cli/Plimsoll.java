package dev.plimsoll.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
            "  plimsoll up                                   a whole cluster for kubectl, in about a second",
            "  plimsoll explain -f pod.yaml                  what the pod gets, and the rule for each number",
            "  plimsoll explain -f deploy.yaml -o json       the same for scripts",
            "  plimsoll watch                                nodes, pods and their resizes, live",
            "  plimsoll backtest -f usage.csv --pod pod.yaml what the autoscaler would have done, and what it saves",
            "  plimsoll conformance DIR                      replay recorded decisions of Kubernetes",
            "  plimsoll apiserver --ephemeral --kubeconfig F  a Kubernetes API server; F is for kubectl",
            "  plimsoll store backup FILE                    all objects of a running cluster, in one file",
            "  plimsoll node --kubeconfig F --nodes 3         three simulated nodes for any API server",
            "  plimsoll autoscaler all --kubeconfig F         a vertical pod autoscaler with pod-level recommendations"
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

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
