package dev.plimsoll.cli.connection;

import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.connection.Connections.Servers;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which cluster a command talks to. */
public final class ConnectionOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "Path of the kubeconfig file. Without it as kubectl finds it: KUBECONFIG, ~/.kube/config, the "
                            + "service account of the pod; and if there is none of these, the running cluster of plimsoll up.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description =
                    "A context of the kubeconfig, or of a running cluster as plimsoll status lists them: plimsoll, "
                            + "plimsoll-NAME.")
    private String context = "";

    @Mixin
    private final ServersOption servers = new ServersOption();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace; without it that of the kubeconfig.")
    private String namespace = "";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Where it leads to; says so if that was not asked for by name. */
    public Configured connection() {
        return connection(kubeconfig, context, servers, this::say);
    }

    /** The same for a command with options of its own; a cluster that was not asked for by name is told, and other servers that are used. */
    public static Configured connection(
            @Nullable Path kubeconfig, String context, ServersOption servers, Consumer<String> told) {
        return servers.connect(told, chosen -> connection(kubeconfig, context, chosen, told));
    }

    private static Configured connection(
            @Nullable Path kubeconfig, String context, Servers chosenServers, Consumer<String> told) {
        return switch (KubeconfigChoice.of(kubeconfig, context, System.getenv(), ClusterRecords.ofUser())) {
            case KubeconfigChoice.None(var why) -> new Configured.Invalid(why);
            case KubeconfigChoice.File(var file, var chosen) ->
                named(Connections.fromFile(file, chosen, chosenServers), "from " + file);
            case KubeconfigChoice.Running(var cluster) -> {
                if (context.isEmpty()) told.accept("using cluster " + cluster.name() + " at " + cluster.url());
                yield named(Connections.fromFile(cluster.kubeconfig(), "", chosenServers), "cluster " + cluster.name());
            }
            case KubeconfigChoice.Usual(var origin) -> named(Connections.automatic(chosenServers), origin);
        };
    }

    /** The same choice for another command, as its arguments. */
    public List<String> arguments() {
        return switch (KubeconfigChoice.of(kubeconfig, context, System.getenv(), ClusterRecords.ofUser())) {
            case KubeconfigChoice.File(var file, var chosen) ->
                chosen.isEmpty()
                        ? List.of("--kubeconfig", file.toString())
                        : List.of("--kubeconfig", file.toString(), "--context", chosen);
            case KubeconfigChoice.Running(var cluster) ->
                List.of("--kubeconfig", cluster.kubeconfig().toString());
            case KubeconfigChoice.Usual _, KubeconfigChoice.None _ -> List.of();
        };
    }

    private void say(String text) {
        if (command == null) return;
        var errors = command.commandLine().getErr();
        errors.println("plimsoll: " + text);
        errors.flush();
    }

    private static Configured named(Configured configured, String origin) {
        return switch (configured) {
            case Configured.Invalid invalid -> invalid;
            case Configured.Ready(var transport, var server, var namespace, var authority) ->
                new Configured.Ready(new NamedTransport(transport, server, origin), server, namespace, authority);
        };
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
