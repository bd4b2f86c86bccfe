package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.cli.console.Console;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll autoscaler admission}. */
@Command(
        name = "admission",
        aliases = "admission-controller",
        description =
                "Give new pods their recommendations, and check VerticalPodAutoscaler objects: a webhook over TLS.")
final class AdmissionCommand extends PartCommand {
    @Mixin
    private final AdmissionOptions admission = new AdmissionOptions();

    @Mixin
    private final ResizeOption resize = new ResizeOption();

    AdmissionCommand(Console console, PrintWriter out, Map<String, String> environment) {
        super(console, out, environment);
    }

    @Override
    Parts parts(Given given) {
        var choice = resize(given.checks(), resize.text);
        var settings = admission.settings(
                given.checks(), given.gates(), given.namespaces(), choice, given.namespace(), this::trouble);
        return new Parts(null, null, settings.orElse(null));
    }

    @Override
    Optional<AutoscalerSettings.Election> election(Checks checks) {
        return Optional.empty();
    }

    @Override
    String usualAddress() {
        return ":8944";
    }

    @Override
    String doing() {
        return "admitting pods";
    }
}
