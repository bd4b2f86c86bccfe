package dev.plimsoll.cli.completion;

import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.connection.Configured;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What a shell asks for while somebody types: objects that a command takes, one in a line. Where there is no cluster it is silent. */
@Command(
        name = "complete-names",
        hidden = true,
        description = "Print the names of objects that a command takes, for completion in a shell.")
public final class CompleteNamesCommand implements Callable<Integer> {
    private static final List<ApiResource> WORKLOADS = List.of(
            ApiResource.PODS,
            ApiResource.DEPLOYMENTS,
            ApiResource.REPLICA_SETS,
            ApiResource.STATEFUL_SETS,
            ApiResource.DAEMON_SETS);

    private final PrintWriter out;

    @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "The command that takes them.")
    private String command = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "WORD", description = "What was typed of the name so far.")
    private String word = "";

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    public CompleteNamesCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        if (connection.connection() instanceof Configured.Ready ready) {
            try (var _ = ready.transport()) {
                var client = ConnectionOptions.client(ready, "plimsoll-completion");
                var namespace = ObjectSelection.inNamespace(connection.namespace(ready));
                for (var resource : WORKLOADS) print(client, resource, namespace);
                if (command.equals("explain")) print(client, ApiResource.NODES, ObjectSelection.ALL);
                if (command.equals("why")) print(client, ApiResource.JOBS, namespace);
            }
            out.flush();
        }
        return ExitCode.OK;
    }

    private void print(ApiClient client, ApiResource resource, ObjectSelection where) {
        var kind = resource.kind().toLowerCase(Locale.ROOT) + "/";
        // Kinds that cannot be meant any more are not asked for.
        if (word.contains("/") && !word.startsWith(kind)) return;
        if (!(client.list(resource, where, Page.ALL) instanceof RequestResult.Done<ResourceList>(var list))) return;
        for (var item : list.items()) {
            var name = kind + ObjectName.of(item).name();
            if (name.startsWith(word)) out.println(name);
        }
    }
}
