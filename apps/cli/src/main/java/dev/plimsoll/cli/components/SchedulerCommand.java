package dev.plimsoll.cli.components;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ConsoleReporter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.FeatureGatesOption;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.config.SchedulerConfiguration;
import dev.plimsoll.scheduler.config.SchedulerConfiguration.Outcome;
import dev.plimsoll.scheduler.http.SchedulerPages;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class SchedulerCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1); what it says comes before options.")
    private @Nullable Path config;

    @Option(
            names = "--leader-elect",
            paramLabel = "BOOL",
            arity = "1",
            defaultValue = "true",
            description = "Work only while holding the lease (default: ${DEFAULT-VALUE}).")
    private boolean leaderElect = true;

    @Option(
            names = "--numa",
            description =
                    "Leave out nodes that could not align a pod's resources, by what they publish of their topology.")
    private boolean numa;

    @Mixin
    private final FeatureGatesOption gates = new FeatureGatesOption();

    @Mixin
    private final PageOptions pages = new PageOptions();

    public SchedulerCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        pages.prepare();
        return gates.read(console, this::configured);
    }

    private int configured(FeatureGates accepted) throws InterruptedException {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready ->
                switch (settings(accepted)) {
                    case Outcome.Invalid(var problems) -> console.unreadable(String.join("\nplimsoll: ", problems));
                    case Outcome.Configured(var settings, var _) -> Service.run(stop -> run(ready, settings, stop));
                };
        };
    }

    private Outcome settings(FeatureGates accepted) {
        var settings = SchedulerSettings.ALONE.withGates(accepted);
        if (leaderElect) {
            settings = settings.withElection(SchedulerSettings.Election.DEFAULT)
                    .withIdentity("plimsoll-scheduler-" + UUID.randomUUID());
        }
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
        var client = ConnectionOptions.client(ready, "plimsoll-scheduler");
        try (var _ = ready.transport();
                var scheduler = new Scheduler(client, settings, ProgramContext.system(new ConsoleReporter(console)));
                var served = pages.start(
                        "scheduler-http",
                        SchedulerPages.of(scheduler),
                        client,
                        ready.authority(),
                        InstantSource.system())) {
            scheduler.start();
            say("placing pods at " + ready.server());
            for (var address : served.addresses()) say("serving health and metrics at " + address);
            stop.await();
            return ExitCode.OK;
        } catch (IOException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
    }

    private void say(String text) {
        console.log().say(out, text);
    }
}
