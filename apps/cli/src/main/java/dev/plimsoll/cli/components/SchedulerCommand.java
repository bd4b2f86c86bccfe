package dev.plimsoll.cli.components;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.config.SchedulerConfiguration;
import dev.plimsoll.scheduler.config.SchedulerConfiguration.Outcome;
import dev.plimsoll.scheduler.http.SchedulerPages;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plimsoll scheduler}: places pods of any Kubernetes API server. */
@Command(
        name = "scheduler",
        description = {
            "Place pods on nodes, at any Kubernetes API server.",
            "",
            "Takes the lease of kube-scheduler, so that never both are at work. Pods count by their pod-level resources, in",
            "scores too."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll scheduler --kubeconfig F",
            "  plimsoll scheduler --kubeconfig F --config scheduler.yaml --numa \\",
            "    --secure-port 10259"
        })
public final class SchedulerCommand extends ComponentCommand {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1); what it says comes before options.")
    private @Nullable Path config;

    @Option(
            names = "--numa",
            description =
                    "Leave out nodes that could not align a pod's resources, by what they publish of their topology.")
    private boolean numa;

    public SchedulerCommand(Console console, PrintWriter out) {
        super("plimsoll-scheduler", console, out);
    }

    @Override
    int run(Configured.Ready ready, FeatureGates accepted) throws InterruptedException {
        return switch (settings(accepted)) {
            case Outcome.Invalid(var problems) -> console().unreadable(String.join("\nplimsoll: ", problems));
            case Outcome.Configured(var settings, var _) -> Service.run(stop -> run(ready, settings, stop));
        };
    }

    private Outcome settings(FeatureGates accepted) {
        var alone = SchedulerSettings.ALONE.withGates(accepted);
        var settings = identity()
                .map(own -> alone.withElection(SchedulerSettings.Election.DEFAULT.with(leaseTimes()))
                        .withIdentity(own))
                .orElse(alone);
        if (numa) settings = settings.withNumaAlignment();
        if (config == null) return new Outcome.Configured(settings, "");
        try {
            return SchedulerConfiguration.read(config.toString(), Files.readString(config), settings);
        } catch (IOException e) {
            return new Outcome.Invalid(List.of("--config: " + PathProblem.of(e) + "; name another file"));
        }
    }

    private int run(Configured.Ready ready, SchedulerSettings settings, CountDownLatch stop)
            throws InterruptedException {
        try (var _ = ready.transport();
                var scheduler =
                        new Scheduler(ConnectionOptions.client(ready, "plimsoll-scheduler"), settings, context())) {
            return work(ready, SchedulerPages.of(scheduler), scheduler::start, "placing pods at", stop);
        }
    }
}
