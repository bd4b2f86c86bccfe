package dev.plimsoll.cli.autoscaler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll autoscaler definitions}: applies the CRDs, since Helm installs them once and never changes them. */
@Command(
        name = "definitions",
        description = {
            "Apply the CustomResourceDefinitions of the autoscaler from a file, by server-side apply. Objects stay as they are."
        })
final class DefinitionsCommand implements Callable<Integer> {
    private static final ApiResource RESOURCE = ApiResource.clustered(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition");

    private final Console console;
    private final PrintWriter out;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            required = true,
            description = "The definitions as YAML.")
    private Path file = Path.of("");

    DefinitionsCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() {
        return switch (new ManifestLoader().load(file)) {
            case Loaded.Unreadable unreadable -> console.unreadable(unreadable.line());
            case Loaded.Documents(var manifests) ->
                applied(manifests.stream().map(Manifest::document).toList());
        };
    }

    private int applied(List<ObjectNode> definitions) {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    yield apply(ConnectionOptions.client(ready, "plimsoll-definitions"), definitions);
                }
            }
        };
    }

    private int apply(ApiClient client, List<ObjectNode> definitions) {
        for (var definition : definitions) {
            var name = ObjectName.of(definition);
            // Helm made the fields at first; the definitions are one whole, and ours is the newer one.
            var applied = client.patch(RESOURCE, name, new Patch.Apply(definition, "plimsoll-definitions", true));
            if (!applied.problem().isEmpty()) {
                return console.unreadable("customresourcedefinition " + name.name() + " cannot be applied: "
                        + applied.problem() + "; give the account the rights to get, create and patch definitions");
            }
            out.println("customresourcedefinition " + name.name() + " applied");
        }
        return ExitCode.OK;
    }
}
