package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.cli.console.Console;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll autoscaler updater}. */
@Command(name = "updater", description = "Bring running pods to their recommendations: in place where that will do.")
final class UpdaterCommand extends PartCommand {
    @Mixin
    private final UpdaterOptions updater = new UpdaterOptions();

    @Mixin
    private final ResizeOption resize = new ResizeOption();

    @Mixin
    private final ElectionOptions election = new ElectionOptions();

    UpdaterCommand(Console console, PrintWriter out, Map<String, String> environment) {
        super(console, out, environment);
    }

    @Override
    Parts parts(Given given) {
        var choice = resize(given.checks(), resize.text);
        return new Parts(null, updater.settings(given.checks(), given.gates(), choice, given.namespace()), null);
    }

    @Override
    Optional<AutoscalerSettings.Election> election(Checks checks) {
        return election.election(checks);
    }

    @Override
    String usualAddress() {
        return ":8943";
    }

    @Override
    String doing() {
        return "updating pods";
    }
}
