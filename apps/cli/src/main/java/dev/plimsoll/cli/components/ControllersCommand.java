package dev.plimsoll.cli.components;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ConsoleReporter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.FeatureGatesOption;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.controllers.ControllerName;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.controllers.serve.ControllerPages;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.runtime.ProgramContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll controllers}: keeps workloads running at any Kubernetes API server. */
@Command(
        name = "controllers",
        description = {
            "Keep workloads running, at any Kubernetes API server: ReplicaSet, Deployment, StatefulSet, DaemonSet, Job,",
            "disruption budgets, garbage collection, namespaces and the life of nodes.",
            "",
            "Takes the lease of kube-controller-manager, so that never both are at work."
        },
        footer = {"", "Examples:", "  plimsoll controllers --kubeconfig F"})
public final class ControllersCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--controllers",
            paramLabel = "LIST",
            defaultValue = "*",
            description =
                    "Which of them: * for all, -NAME to leave one out, such as *,-job-controller (default: ${DEFAULT-VALUE}).")
    private String chosen = "*";

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Option(
            names = "--leader-elect",
            paramLabel = "BOOL",
            arity = "1",
            defaultValue = "true",
            description = "Work only while holding the lease (default: ${DEFAULT-VALUE}).")
    private boolean leaderElect = true;

    @Option(
            names = "--root-ca-file",
            paramLabel = "FILE",
            description = {
                "Certificates by which pods know the API server; published as ConfigMap kube-root-ca.crt in every namespace",
                "(default: the authority in the kubeconfig)."
            })
    private @Nullable Path rootCertificates;

    @Mixin
    private final FeatureGatesOption gates = new FeatureGatesOption();

    public ControllersCommand(Console console, PrintWriter out) {
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
                switch (ControllerName.parse(chosen)) {
                    case ControllerName.Parsed.Unknown(var names) ->
                        console.unreadable("--controllers " + chosen + ": there is no " + String.join(", ", names));
                    case ControllerName.Parsed.Chosen(var names) ->
                        certified(ready, settings(accepted).with(names));
                };
        };
    }

    private int certified(Configured.Ready ready, ControllerSettings settings) throws InterruptedException {
        try {
            var certificates = rootCertificates == null ? ready.authority() : Files.readString(rootCertificates);
            return Service.run(stop -> run(ready, settings.withRootCertificates(certificates), stop));
        } catch (IOException e) {
            return console.unreadable("--root-ca-file: " + PathProblem.of(e) + "; name another file");
        }
    }

    private ControllerSettings settings(FeatureGates accepted) {
        var settings = ControllerSettings.DEFAULT.with(accepted);
        if (!leaderElect) return settings;
        var identity = "plimsoll-controllers-" + UUID.randomUUID();
        return settings.with(ControllerSettings.Election.ByLease.usual(identity));
    }

    private int run(Configured.Ready ready, ControllerSettings settings, CountDownLatch stop)
            throws InterruptedException {
        try (var transport = ready.transport();
                var controllers =
                        new Controllers(transport, settings, ProgramContext.system(new ConsoleReporter(console)));
                var served = pages.start(
                        "controllers-http",
                        ControllerPages.of(controllers.registry(), controllers::isReady),
                        ConnectionOptions.client(ready, "plimsoll-controllers"),
                        ready.authority(),
                        InstantSource.system())) {
            controllers.start();
            console.log().say(out, "keeping workloads running at " + ready.server());
            for (var address : served.addresses()) console.log().say(out, "serving health and metrics at " + address);
            stop.await();
            return ExitCode.OK;
        } catch (IOException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
    }
}
