package dev.plimsoll.cli.node;

import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.connection.ServersOption;
import dev.plimsoll.client.connection.Configured;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a node finds its API servers. */
final class NodeConnection {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The API server and who to be there; without it as kubectl finds them.")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "A context of the kubeconfig.")
    private String context = "";

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Nullable
    Path kubeconfig() {
        return kubeconfig;
    }

    /** As the kubeconfig says; {@code told} hears of a cluster that was not asked for by name, and of other servers that are used. */
    Configured connect(Consumer<String> told) {
        return ConnectionOptions.connection(kubeconfig, context, servers, told);
    }
}
