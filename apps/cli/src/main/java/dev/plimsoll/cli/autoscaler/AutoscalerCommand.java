package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.cli.console.Console;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plimsoll autoscaler}: the vertical pod autoscaler, for any Kubernetes API server. */
@Command(
        name = "autoscaler",
        description = {
            "Fit the resources of pods to what they use, at any Kubernetes API server from 1.34 on: a vertical pod autoscaler "
                    + "with recommendations for pods as a whole (--feature-gates PodLevelResources=true).",
            "",
            "The parts take the flags, leases, checkpoints and metrics of upstream's programs of the same names, so that one can",
            "be switched for the other and back."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll autoscaler recommender --kubeconfig F",
            "  plimsoll autoscaler updater --kubeconfig F --min-replicas 1",
            "  plimsoll autoscaler all --kubeconfig F \\",
            "    --feature-gates PodLevelResources=true,InPlace=true \\",
            "    --tls-cert-file C --tls-private-key K --client-ca-file A"
        })
public final class AutoscalerCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private AutoscalerCommand() {}

    /** With its parts as subcommands. */
    public static CommandLine line(Console console, PrintWriter out, Map<String, String> environment) {
        return new CommandLine(new AutoscalerCommand())
                .addSubcommand(new RecommenderCommand(console, out, environment))
                .addSubcommand(new UpdaterCommand(console, out, environment))
                .addSubcommand(new AdmissionCommand(console, out, environment))
                .addSubcommand(new AllCommand(console, out, environment))
                .addSubcommand(new CertificatesCommand(console, out, InstantSource.system()))
                .addSubcommand(new DefinitionsCommand(console, out));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
