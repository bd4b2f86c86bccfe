package dev.plimsoll.cli.webconsole;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ConsoleReporter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.runtime.http.ServingTls;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll console}: a web page that shows any cluster. */
@Command(
        name = "console",
        description = {
            "Serve a web page that shows pods, nodes and resizes of a cluster as they change.",
            "",
            "The page shows what you may see, and acts as you. It is for this machine alone: the address that is printed lets you "
                    + "in once. With a certificate it can be served to others, who sign in with tokens of their own."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll console",
            "  plimsoll console --context prod --port 8080",
            "  plimsoll console --kubeconfig F --address 0.0.0.0 \\",
            "    --host console.example.com \\",
            "    --tls-cert-file tls.crt --tls-private-key-file tls.key"
        })
public final class ConsoleCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where the page is served; 0 for any that is free (default).")
    private int port;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Where to listen (default: ${DEFAULT-VALUE}). Any other needs a certificate.")
    private String address = "127.0.0.1";

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A name by which browsers reach it; others are refused. May be repeated.")
    private List<String> hosts = List.of();

    @Option(
            names = "--path-prefix",
            paramLabel = "PATH",
            defaultValue = "",
            description = "Serve it below this path, such as /console.")
    private String pathPrefix = "";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep the history and the key of sessions in this folder, so that they survive a restart.")
    private @Nullable Path data;

    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            description = "Serve with this certificate. Files that change are read again.")
    private @Nullable Path certificate;

    @Option(names = "--tls-private-key-file", paramLabel = "FILE", description = "Its key (PEM, PKCS #8).")
    private @Nullable Path key;

    public ConsoleCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready ->
                Service.run(stop -> {
                    try (var _ = ready.transport()) {
                        return serve(ready, stop);
                    }
                });
        };
    }

    private int serve(Configured.Ready ready, CountDownLatch stop) throws InterruptedException {
        try {
            if (data != null) PrivateFiles.createDirectories(data);
            var settings = new ConsoleSettings(
                    new InetSocketAddress(address, port),
                    tls(),
                    Set.copyOf(hosts),
                    pathPrefix,
                    data == null ? SessionKey.random() : SessionKey.in(data.resolve("console.key")),
                    data == null ? null : data.resolve("console.history"),
                    connection.namespace(ready));
            try (var server = ConsoleServer.start(
                    settings,
                    new KubeconfigUsers(ready, certificate != null),
                    new PageCommands(InstantSource.system()),
                    new ConsoleReporter(console),
                    InstantSource.system())) {
                console.log().say(out, "console: " + server.address());
                stop.await();
                return ExitCode.OK;
            }
        } catch (IOException e) {
            return console.unreadable("the console cannot be served at " + address + " port " + port + ": "
                    + PathProblem.of(e) + "; choose another --port or --address, or another folder for --data");
        } catch (GeneralSecurityException e) {
            return console.unreadable("certificates cannot be read: " + e.getMessage()
                    + "; check --tls-cert-file and --tls-private-key-file");
        } catch (IllegalArgumentException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable ServingTls tls() throws IOException, GeneralSecurityException {
        if (certificate == null && key == null) return null;
        if (certificate == null || key == null)
            throw new IllegalArgumentException(
                    "--tls-cert-file and --tls-private-key-file go together; give both, or none");
        return ServingTls.read(certificate, key, List.of(), new ConsoleReporter(console)::tell);
    }
}
