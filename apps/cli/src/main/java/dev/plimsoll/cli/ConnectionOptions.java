package dev.plimsoll.cli;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster a command talks to. */
public final class ConnectionOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Who and where; without it as kubectl finds it: KUBECONFIG, ~/.kube/config, service account.")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "A context of the kubeconfig.")
    private String context = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace; without it that of the kubeconfig.")
    private String namespace = "";

    public Configured connection() {
        return kubeconfig == null ? Connections.automatic() : Connections.fromFile(kubeconfig, context);
    }

    public String namespace(Configured.Ready ready) {
        return namespace.isEmpty() ? ready.namespace() : namespace;
    }

    /** As given; empty where none was. */
    public String askedNamespace() {
        return namespace;
    }

    public static ApiClient client(Configured.Ready ready, String program) {
        var time = Time.system();
        return ApiClient.over(ready.transport(), program + "/0.1.0", TokenBucket.unlimited(time), time);
    }
}
