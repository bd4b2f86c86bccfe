package dev.plimsoll.cli.connection;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which kubeconfig counts: the one that was named, else what kubectl would read, else a cluster that runs here. */
sealed interface KubeconfigChoice {
    /** A file, and a context of it; empty for its current one. */
    record File(Path file, String context) implements KubeconfigChoice {}

    record Running(ClusterRecord cluster) implements KubeconfigChoice {}

    /**
     * As every client of Kubernetes finds it.
     *
     * @param origin for messages
     */
    record Usual(String origin) implements KubeconfigChoice {}

    record None(String why) implements KubeconfigChoice {}

    static KubeconfigChoice of(
            @Nullable Path kubeconfig, String context, Map<String, String> environment, ClusterRecords records) {
        if (kubeconfig != null) return new File(kubeconfig, context);
        var files = Stream.of(environment.getOrDefault("KUBECONFIG", "").split(java.io.File.pathSeparator, -1))
                .filter(part -> !part.isEmpty())
                .map(Path::of)
                .toList();
        if (!files.isEmpty() && files.stream().noneMatch(Files::isReadable)) {
            return new None("KUBECONFIG names " + joined(files)
                    + ", which cannot be read: correct or unset it, or give " + "--kubeconfig FILE");
        }
        var home = Path.of(System.getProperty("user.home"), ".kube", "config");
        if (files.isEmpty() && Files.isReadable(home)) files = List.of(home);
        var running = records.running();
        if (!context.isEmpty()) return withContext(context, files, running);
        if (!files.isEmpty()) return new Usual("from " + joined(files));
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) return new Usual("the cluster of this pod");
        if (environment.containsKey("KUBERNETES_MASTER")) return new Usual("from KUBERNETES_MASTER");
        return switch (running.size()) {
            case 0 ->
                new None(
                        "no cluster to talk to: KUBECONFIG is not set, there is no " + home
                                + ", and no cluster of plimsoll up runs here; start one with plimsoll up -d, or give --kubeconfig FILE");
            case 1 -> new Running(running.getFirst());
            default ->
                new None("which cluster? There are " + contexts(running) + "; choose one, as in: --context "
                        + running.getFirst().context());
        };
    }

    private static KubeconfigChoice withContext(String context, List<Path> files, List<ClusterRecord> running) {
        for (var file : files) {
            if (Connections.fromFile(file, context) instanceof Configured.Ready ready) {
                ready.transport().close();
                return new File(file, context);
            }
        }
        return running.stream()
                .filter(cluster -> cluster.context().equals(context))
                .findFirst()
                .<KubeconfigChoice>map(Running::new)
                .orElseGet(() -> new None("no context " + context
                        + (files.isEmpty() ? "" : " in " + joined(files))
                        + (running.isEmpty()
                                ? ", and no cluster of plimsoll up runs"
                                : "; running are " + contexts(running))));
    }

    private static String contexts(List<ClusterRecord> running) {
        return running.stream().map(ClusterRecord::context).collect(Collectors.joining(", "));
    }

    private static String joined(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator));
    }
}
