package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.cli.console.Console;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll autoscaler all}. */
@Command(name = "all", description = "Recommender, updater and admission webhook in one process.")
final class AllCommand extends PartCommand {
    @Mixin
    private final RecommenderOptions recommender = new RecommenderOptions();

    @Mixin
    private final UpdaterOptions updater = new UpdaterOptions();

    @Mixin
    private final AdmissionOptions admission = new AdmissionOptions();

    @Mixin
    private final ResizeOption resize = new ResizeOption();

    @Mixin
    private final ElectionOptions election = new ElectionOptions();

    AllCommand(Console console, PrintWriter out, Map<String, String> environment) {
        super(console, out, environment);
    }

    @Override
    Parts parts(Given given) {
        var choice = resize(given.checks(), resize.text);
        return new Parts(
                recommender.settings(given.checks(), given.gates(), given.environment()),
                updater.settings(given.checks(), given.gates(), choice, given.namespace()),
                admission
                        .settings(
                                given.checks(),
                                given.gates(),
                                given.namespaces(),
                                choice,
                                given.namespace(),
                                this::trouble)
                        .orElse(null));
    }

    /** Each part keeps its own lease, so that it never meets another program of the same part. */
    @Override
    Optional<AutoscalerSettings.Election> election(Checks checks) {
        return election.election(checks);
    }

    @Override
    String usualAddress() {
        return ":8942";
    }

    @Override
    String doing() {
        return "autoscaling pods";
    }
}
