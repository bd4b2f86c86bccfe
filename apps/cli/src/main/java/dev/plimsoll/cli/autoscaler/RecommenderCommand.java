package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.cli.console.Console;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll autoscaler recommender}. */
@Command(
        name = "recommender",
        description = "Learn from what pods use, and write recommendations into VerticalPodAutoscaler objects.")
final class RecommenderCommand extends PartCommand {
    @Mixin
    private final RecommenderOptions recommender = new RecommenderOptions();

    @Mixin
    private final ElectionOptions election = new ElectionOptions();

    RecommenderCommand(Console console, PrintWriter out, Map<String, String> environment) {
        super(console, out, environment);
    }

    @Override
    Parts parts(Given given) {
        return new Parts(recommender.settings(given.checks(), given.gates(), given.environment()), null, null);
    }

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
        return "recommending";
    }
}
