package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.clients.ClientConsole;
import dev.plimsoll.nodeagent.simulated.clients.IssuerDiscoveryCommand;
import dev.plimsoll.nodeagent.simulated.clients.NameCommands;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.servers.AgnhostServers;
import dev.plimsoll.nodeagent.simulated.servers.HttpClient;
import dev.plimsoll.nodeagent.simulated.servers.MutualTls;
import dev.plimsoll.nodeagent.simulated.servers.ServerContext;
import dev.plimsoll.nodeagent.simulated.shell.options.LongOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The program of the image {@code agnhost}, which Kubernetes' own tests and tutorials run: a collection of small commands. Those that
 * look at the container itself are answered, and the servers of {@link AgnhostServers} are reached over the simulated network. Other
 * servers run until they are stopped, and nobody reaches them.
 */
final class AgnhostProgram implements Program {
    private static final Map<String, Program> COMMANDS = Map.of(
            "pause",
            AgnhostProgram::pause,
            "mounttest",
            MountTestProgram::run,
            "entrypoint-tester",
            AgnhostProgram::entrypoint,
            "etc-hosts",
            (call, io) -> call.shell().execute(List.of("cat", "/etc/hosts"), io),
            "dns-suffix",
            (call, io) -> resolver(call, io, "search"),
            "dns-server-list",
            (call, io) -> resolver(call, io, "nameserver"),
            "connect",
            (call, io) -> NameCommands.connect(console(call, io, 2)),
            "mtlsclient",
            AgnhostProgram::mutual,
            "test-service-account-issuer-discovery",
            (call, io) -> IssuerDiscoveryCommand.run(
                    console(call, io, 2), call.host().time().now()),
            "logs-generator",
            AgnhostProgram::logs);

    /** Those that listen on a port where nobody reaches them. */
    private static final Set<String> SERVERS = Set.of(
            "audit-proxy",
            "fake-gitserver",
            "fake-registry-server",
            "h2c-server",
            "net",
            "no-snat-test",
            "no-snat-test-proxy",
            "podcertificatesigner",
            "port-forward-tester",
            "resource-consumer-controller",
            "sample-device-plugin",
            "tcp-reset");

    private static final int NO_EXIT = -1;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String RANDOM_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    @Override
    public int run(Invocation call, Io io) throws IOException, InterruptedException {
        var words = call.arguments();
        if (words.isEmpty()) return io.fail("agnhost: which command? Known are " + COMMANDS.keySet());
        var name = words.getFirst();
        var known = COMMANDS.get(name);
        if (known != null) return known.run(call, io);
        if (AgnhostServers.isKnown(name)) return serve(call, io);
        if (SERVERS.contains(name)) return endless(call);
        return io.fail("agnhost " + name + ": simulated containers cannot do this");
    }

    private static int endless(Invocation call) throws InterruptedException, IOException {
        call.host().time().sleep(Shell.FOR_EVER);
        return 0;
    }

    static ClientConsole console(Invocation call, Io io, int first) {
        var words = call.words();
        return new ClientConsole(
                words.subList(first, words.size()),
                call.host().network(),
                io.in(),
                io.out(),
                io.err(),
                call.host().files(),
                call.shell().directory());
    }

    /** What a line of {@code /etc/resolv.conf} says. */
    private static int resolver(Invocation call, Io io, String key) throws IOException {
        try {
            var text = new String(call.host().files().read("/etc/resolv.conf"), StandardCharsets.UTF_8);
            var values = text.lines()
                    .filter(line -> line.startsWith(key + " "))
                    .map(line -> line.substring(key.length() + 1).strip().replaceAll("\\s+", ","))
                    .toList();
            io.line(String.join(",", values));
            return 0;
        } catch (FileProblemException e) {
            return io.fail("agnhost: /etc/resolv.conf: " + e.getMessage());
        }
    }

    /** A server runs until it is stopped, or ends itself. */
    private static int serve(Invocation call, Io io) throws IOException, InterruptedException {
        var name = call.arguments().getFirst();
        var options =
                LongOptions.of(call.arguments().subList(1, call.arguments().size()));
        var program = Thread.currentThread();
        var exit = new AtomicInteger(NO_EXIT);
        var host = call.host();
        var context = new ServerContext(
                host.network(),
                host.hostname(),
                call.shell().variables(),
                host.files(),
                host.time()::now,
                script -> commanded(call, script),
                line -> logged(io, line),
                code -> {
                    exit.compareAndSet(NO_EXIT, code);
                    program.interrupt();
                });
        try (var _ = AgnhostServers.start(name, options, context)) {
            logged(io, "agnhost " + name + " listens at " + host.network().address());
            return endless(call);
        } catch (GeneralSecurityException e) {
            return io.fail("agnhost " + name + ": " + e.getMessage());
        } catch (BindException e) {
            return io.fail("agnhost " + name + ": " + e.getMessage());
        } catch (InterruptedException e) {
            var code = exit.get();
            if (code == NO_EXIT) throw e;
            return code;
        }
    }

    private static ServerContext.Commands.Result commanded(Invocation call, String script)
            throws IOException, InterruptedException {
        var out = new ByteArrayOutputStream();
        var io = new Io(InputStream.nullInputStream(), out, out);
        var host = call.host().withProgram(new Signals(), ShellHost.UnknownCommand.NOT_FOUND);
        var words = List.of("sh", "-c", script);
        var code = new Shell(host, words).execute(words, io);
        return new ServerContext.Commands.Result(code, out.toString(StandardCharsets.UTF_8));
    }

    /** Connections come on threads of their own, and their lines must not mix. */
    private static void logged(Io io, String line) {
        synchronized (io.out()) {
            try {
                io.line(line);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Asks a server again and again, and says what it answered. */
    private static int mutual(Invocation call, Io io) throws IOException, InterruptedException {
        var options =
                LongOptions.of(call.arguments().subList(1, call.arguments().size()));
        var tls = new MutualTls(
                call.host().files(), options.text("client-cred-bundle"), options.text("server-trust-bundle"));
        while (true) {
            try {
                var url = URI.create(options.text("fetch-url"));
                var answer = new HttpClient(call.host().network(), tls.context()).get(url, PATIENCE);
                io.line("Got response body: " + new String(answer.body(), StandardCharsets.UTF_8));
            } catch (IOException | IllegalArgumentException e) {
                io.line("Error: " + e.getMessage());
            }
            call.host().time().sleep(PATIENCE);
        }
    }

    private static int pause(Invocation call, Io io) throws IOException, InterruptedException {
        io.line("Paused");
        return endless(call);
    }

    /** Its own command, in the brackets of a list. */
    private static int entrypoint(Invocation call, Io io) throws IOException {
        io.line("[" + String.join(" ", call.words()) + "]");
        return 0;
    }

    /** So many lines of a fixed form, spread over a time. */
    private static int logs(Invocation call, Io io) throws IOException, InterruptedException {
        var flags = LongOptions.of(call.arguments().subList(1, call.arguments().size()));
        var total = flags.number(List.of("log-lines-total", "t"), 0);
        var duration = flags.duration(List.of("run-duration", "d"), Duration.ZERO);
        if (total <= 0) return io.fail("agnhost logs-generator: invalid total number of lines: " + total);
        if (!duration.isPositive()) return io.fail("agnhost logs-generator: invalid duration: " + duration);
        var pause = duration.dividedBy(total);
        // The same lines in each run: nobody looks for chance here.
        var random = new java.util.Random(total);
        for (var line = 0L; line < total; line++) {
            var name = new StringBuilder();
            for (var i = 0; i < 3 + random.nextInt(3); i++)
                name.append(RANDOM_CHARACTERS.charAt(random.nextInt(RANDOM_CHARACTERS.length())));
            var method = List.of("GET", "PUT", "POST").get(random.nextInt(3));
            var namespace = List.of("kube-system", "default", "ns").get(random.nextInt(3));
            io.line(call.host().time().now() + " " + line + " " + method + " /api/v1/namespaces/" + namespace + "/pods/"
                    + name + " " + (200 + random.nextInt(400)));
            call.host().time().sleep(pause);
        }
        return 0;
    }
}
