package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.Autoscaler;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A program of the autoscaler: one part of it, or all. */
abstract class PartCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;
    private final Map<String, String> environment;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description =
                    "Where /metrics and /health-check are served (default: :8942; updater :8943, admission :8944).")
    private String address = "";

    PartCommand(Console console, PrintWriter out, Map<String, String> environment) {
        this.console = console;
        this.out = out;
        this.environment = Map.copyOf(environment);
    }

    /**
     * What a program is put together from.
     *
     * @param namespace where leases and the service are
     */
    record Given(
            Checks checks,
            AutoscalerGates gates,
            NamespaceFilter namespaces,
            String namespace,
            Map<String, String> environment) {}

    /** The parts that run. */
    record Parts(
            @Nullable RecommenderSettings recommender,
            @Nullable UpdaterSettings updater,
            @Nullable AdmissionSettings admission) {}

    abstract Parts parts(Given given);

    abstract Optional<AutoscalerSettings.Election> election(Checks checks);

    abstract String usualAddress();

    /** What it does, for the line that says that it runs. */
    abstract String doing();

    static PodLevelResize.Choice resize(Checks checks, String text) {
        return switch (text) {
            case "auto" -> PodLevelResize.Choice.AUTO;
            case "enabled" -> PodLevelResize.Choice.ENABLED;
            case "disabled" -> PodLevelResize.Choice.DISABLED;
            default -> {
                checks.problem("--in-place-pod-level-resize", text, "must be auto, enabled or disabled");
                yield PodLevelResize.Choice.AUTO;
            }
        };
    }

    void trouble(String problem) {
        console.errors().println("plimsoll: autoscaler: " + problem);
        console.errors().flush();
    }

    @Override
    public Integer call() throws InterruptedException {
        var checks = new Checks();
        var namespaces = common.namespaces(checks);
        var given = new Given(
                checks,
                common.gates(checks),
                namespaces,
                environment.getOrDefault("NAMESPACE", "kube-system"),
                environment);
        var parts = parts(given);
        var endpoint = checks.address("--address", address.isEmpty() ? usualAddress() : address);
        var settings = new AutoscalerSettings(
                parts.recommender(),
                parts.updater(),
                parts.admission(),
                namespaces,
                endpoint,
                election(checks).orElse(null));
        var limit = common.limit(checks);
        if (!checks.problems().isEmpty()) {
            return unreadable(String.join(System.lineSeparator() + "plimsoll: ", checks.problems()));
        }
        return switch (common.connection.connection()) {
            case Configured.Invalid(var why) -> unreadable(why);
            case Configured.Ready ready -> Service.run(stop -> run(ready, settings, limit, stop));
        };
    }

    private int run(Configured.Ready ready, AutoscalerSettings settings, CommonOptions.Limit limit, CountDownLatch stop)
            throws InterruptedException {
        var context = ProgramContext.system(new Troubles());
        var bucket = new TokenBucket(limit.qps(), limit.burst(), context.time());
        var client = ApiClient.over(ready.transport(), "plimsoll-autoscaler/0.1.0", bucket, context.time());
        try (var _ = ready.transport();
                var autoscaler = new Autoscaler(
                        client,
                        ConnectionOptions.client(ready, "plimsoll-autoscaler"),
                        settings,
                        Pace.usual(context.time()),
                        context)) {
            autoscaler.start();
            out.println("plimsoll: " + doing() + " at " + ready.server());
            autoscaler
                    .endpoint()
                    .ifPresent(own -> out.println("plimsoll: serving metrics and health at port " + own.port()));
            autoscaler.webhookPort().ifPresent(port -> out.println("plimsoll: serving the webhook at port " + port));
            out.flush();
            stop.await();
            return ExitCode.OK;
        } catch (IOException e) {
            return unreadable(String.valueOf(e.getMessage()));
        }
    }

    private int unreadable(String why) {
        console.errors().println("plimsoll: " + why);
        console.errors().flush();
        return ExitCode.UNREADABLE;
    }

    private final class Troubles implements Reporter {
        @Override
        public void tell(String problem) {
            PartCommand.this.trouble(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            PartCommand.this.trouble(where + ": " + exception);
        }
    }
}
