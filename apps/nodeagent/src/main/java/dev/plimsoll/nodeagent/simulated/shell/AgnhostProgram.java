package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.shell.options.LongOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The program of the image {@code agnhost}, which Kubernetes' own tests and tutorials run: a collection of small commands. Those that
 * look at the container itself are answered; servers run until they are stopped, and nobody reaches them.
 */
final class AgnhostProgram implements Program {
    private static final Map<String, Program> COMMANDS = Map.of(
            "pause", AgnhostProgram::pause,
            "mounttest", MountTestProgram::run,
            "entrypoint-tester", AgnhostProgram::entrypoint,
            "etc-hosts", (call, io) -> call.shell().execute(List.of("cat", "/etc/hosts"), io),
            "logs-generator", AgnhostProgram::logs);

    /** Those that listen on a port. */
    private static final Set<String> SERVERS = Set.of(
            "audit-proxy",
            "crd-conversion-webhook",
            "fake-gitserver",
            "fake-registry-server",
            "grpc-health-checking",
            "guestbook",
            "h2c-server",
            "liveness",
            "mtlsserver",
            "net",
            "netexec",
            "nettest",
            "no-snat-test",
            "no-snat-test-proxy",
            "podcertificatesigner",
            "port-forward-tester",
            "porter",
            "resource-consumer-controller",
            "sample-device-plugin",
            "serve-hostname",
            "tcp-reset",
            "test-webserver",
            "webhook");

    private static final String RANDOM_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    @Override
    public int run(Invocation call, Io io) throws IOException, InterruptedException {
        var words = call.arguments();
        if (words.isEmpty()) return io.fail("agnhost: which command? Known are " + COMMANDS.keySet());
        var name = words.getFirst();
        var known = COMMANDS.get(name);
        if (known != null) return known.run(call, io);
        if (SERVERS.contains(name)) return endless(call);
        return io.fail("agnhost " + name + ": simulated containers cannot do this");
    }

    private static int endless(Invocation call) throws InterruptedException, IOException {
        call.host().time().sleep(Shell.FOR_EVER);
        return 0;
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
