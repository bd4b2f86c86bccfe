package dev.plimsoll.cli.up;

import dev.plimsoll.cli.clusters.DetachedCluster;
import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ConsoleReporter;
import dev.plimsoll.cli.webconsole.PageCommands;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.SessionKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The console of a cluster that runs in this process. It is started when the cluster is ready. */
final class UpConsole {
    @Option(
            names = "--console-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where the console is served, at 127.0.0.1; 0 for any that is free (default).")
    private int port;

    @Option(
            names = "--no-console",
            description =
                    "Serve no console. A cluster in the background (-d) serves none: plimsoll console does, for any cluster.")
    private boolean isOff;

    /** Something to close at the end. */
    interface Served extends AutoCloseable {
        @Override
        void close();
    }

    /** Serves it and says where; a port that cannot be had is no reason for the cluster to end. */
    Served start(Cluster cluster, @Nullable Path folder, Console console, StartText text) {
        // Its address lets people in, so that it belongs to no log.
        if (isOff || DetachedCluster.isThisProcess()) return () -> {};
        try {
            // With a folder of its own, tabs that are open and the history go on after a restart.
            var key = folder == null ? SessionKey.random() : SessionKey.in(folder.resolve("console.key"));
            var server = ConsoleServer.start(
                    new ConsoleSettings(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                            null,
                            Set.of(),
                            "",
                            key,
                            folder == null ? null : folder.resolve("console.history"),
                            ""),
                    ApiUsers.only(cluster.client()),
                    new PageCommands(InstantSource.system()),
                    new ConsoleReporter(console),
                    InstantSource.system());
            server.follow();
            text.console(server.address());
            return server::close;
        } catch (IOException e) {
            console.log()
                    .problem("the console is not served: " + PathProblem.of(e)
                            + "; choose another port with --console-port, or none with --no-console");
            return () -> {};
        }
    }
}
