package dev.plimsoll.nodeagent.simulated.clients;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

/** {@code nc} as a client: sends its input, and prints what comes back. */
public final class NetcatCommand {
    private static final Set<String> VALUED = Set.of("w", "p", "i", "q", "s");
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private NetcatCommand() {}

    public static int run(ClientConsole console) throws IOException {
        var options = ClientOptions.of(console.arguments(), VALUED);
        if (options.has("l")) return console.fail(1, "nc: simulated containers cannot listen with nc");
        if (options.operands().size() != 2 || !options.operands().get(1).matches("[0-9]{1,5}"))
            return console.fail(1, "nc: expected a host and a port");
        var host = options.operands().getFirst();
        var port = Integer.parseInt(options.operands().get(1));
        try {
            if (options.has("u")) return datagram(console, host, port);
            return connected(console, options, host, port);
        } catch (UnknownHostException _) {
            return console.fail(
                    1, "nc: getaddrinfo for host \"" + host + "\" port " + port + ": Name does not resolve");
        } catch (ConnectException _) {
            return console.fail(1, "nc: connect to " + host + " port " + port + " (tcp) failed: Connection refused");
        }
    }

    private static int datagram(ClientConsole console, String host, int port) throws IOException {
        var text = new String(console.in().readAllBytes(), StandardCharsets.UTF_8);
        var answer = console.network().send(host, port, text);
        if (answer.isPresent()) console.save("-", answer.get().getBytes(StandardCharsets.UTF_8));
        return 0;
    }

    private static int connected(ClientConsole console, ClientOptions options, String host, int port)
            throws IOException {
        try (var stream = console.network().connect(host, port)) {
            if (options.has("v")) console.fail(0, "Connection to " + host + " " + port + " port [tcp/*] succeeded!");
            if (options.has("z")) return 0;
            stream.output().write(console.in().readAllBytes());
            var watch = ComponentThreads.named("nc-timeout").start(() -> cut(stream, options.seconds(LONGEST, "w")));
            try {
                stream.input().transferTo(console.out());
            } finally {
                watch.interrupt();
            }
            return 0;
        }
    }

    private static void cut(DuplexStream stream, Duration timeout) {
        try {
            Thread.sleep(timeout);
            // Whoever reads comes to the end, as after a connection on which nothing more is said.
            stream.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the server was first
        }
    }
}
