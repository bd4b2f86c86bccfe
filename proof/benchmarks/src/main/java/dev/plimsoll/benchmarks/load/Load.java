package dev.plimsoll.benchmarks.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Files;

/** {@code proof/benchmarks/run apiserver}: the same load for our server on each store, or for a server that a kubeconfig names. */
public final class Load {
    private Load() {}

    public static void main(String... arguments) throws Exception {
        LoadOptions options;
        try {
            options = LoadOptions.of(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + LoadOptions.USAGE);
            System.exit(2);
            return;
        }
        var rows = JsonNodeFactory.instance.arrayNode();
        if (options.kubeconfig() != null) given(options, rows);
        else for (var store : options.stores()) ours(options, store, rows);
        if (options.json() != null) Files.writeString(options.json(), rows.toPrettyString());
    }

    private static void given(LoadOptions options, ArrayNode rows) throws Exception {
        if (options.kubeconfig() == null) return;
        var report = new Report(System.out, "given");
        new LoadRun(ServerAddress.of(options.kubeconfig()), report, options, null).run();
        rows.addAll(report.rows());
    }

    private static void ours(LoadOptions options, String store, ArrayNode rows) throws Exception {
        var report = new Report(System.out, store);
        try (var server = ServerProcess.start(options.launcher(), store)) {
            report.value("ready after", server.readyNanos() / 1e6, "ms", "from the command to the first line");
            new LoadRun(ServerAddress.of(server.kubeconfig()), report, options, server).run();
        }
        rows.addAll(report.rows());
    }
}
