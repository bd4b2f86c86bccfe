package dev.plimsoll.benchmarks.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What to measure.
 *
 * @param kubeconfig of a server that runs already; null to start ours
 * @param stores on which ours is started, one after the other
 * @param millis how long each rate is measured
 * @param only the parts to measure
 * @param json where the figures go as JSON; null for nowhere
 */
record LoadOptions(
        @Nullable Path kubeconfig,
        Path launcher,
        List<String> stores,
        int pods,
        int watchers,
        int millis,
        Set<String> only,
        @Nullable Path json) {
    private static final Set<String> ALL = Set.of("list", "get", "resize", "watch", "create");

    static final String USAGE = """
            Loads an API server and measures it.
              --kubeconfig FILE   a server that runs already, with a token or a client certificate; otherwise ours is started
              --store NAME,...    embedded, etcd, memory (default: embedded, and etcd where it is installed)
              --pods N            default 10000
              --watchers N        default 1000
              --millis N          how long each rate is measured, default 5000
              --only NAME,...     list, get, resize, watch, create (default: all)
              --json FILE         write the figures there too
              --launcher FILE     how to start ours, default ./plimsoll
            """;

    static LoadOptions of(String... arguments) {
        Path kubeconfig = null;
        Path json = null;
        var launcher = Path.of("plimsoll").toAbsolutePath();
        var stores = ServerProcess.hasEtcd() ? List.of("embedded", "etcd") : List.of("embedded");
        var pods = 10_000;
        var watchers = 1000;
        var millis = 5000;
        var only = ALL;
        for (var i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) throw new IllegalArgumentException(arguments[i] + " needs a value");
            var value = arguments[i + 1];
            switch (arguments[i]) {
                case "--kubeconfig" -> kubeconfig = Path.of(value);
                case "--launcher" -> launcher = Path.of(value).toAbsolutePath();
                case "--store" -> stores = List.of(value.split(",", -1));
                case "--pods" -> pods = Integer.parseInt(value);
                case "--watchers" -> watchers = Integer.parseInt(value);
                case "--millis" -> millis = Integer.parseInt(value);
                case "--only" -> only = Set.of(value.split(",", -1));
                case "--json" -> json = Path.of(value);
                default -> throw new IllegalArgumentException("unknown: " + arguments[i]);
            }
        }
        return new LoadOptions(kubeconfig, launcher, stores, pods, watchers, millis, only, json);
    }
}
