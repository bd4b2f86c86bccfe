package dev.plimsoll.nodeagent.simulated.clients;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.SocketStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** {@code nc}: sends its input, and prints what comes back; or listens ({@link NetcatListener}). */
public final class NetcatCommand {
    private static final Set<String> VALUED = Set.of("w", "p", "i", "q", "s");
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int LAST_PORT = 65_535;

    private NetcatCommand() {}

    /** Runs the program of {@code -e}. */
    public interface Programs {
        void run(List<String> words, InputStream input, OutputStream output) throws IOException, InterruptedException;
    }

    public static int run(ClientConsole console, Programs programs) throws IOException, InterruptedException {
        var words = console.arguments();
        var last = IntStream.range(0, words.size())
                .filter(i -> words.get(i).matches("-[a-zA-Z]*e"))
                .findFirst();
        var options = ClientOptions.of(words.subList(0, last.orElse(words.size())), VALUED);
        var isProgram = last.isPresent();
        if (isProgram && last.getAsInt() == words.size() - 1) return console.fail(1, "nc: -e: expected a program");
        var program = isProgram ? words.subList(last.getAsInt() + 1, words.size()) : List.<String>of();
        var joined = isProgram ? words.get(last.getAsInt()) : "";
        if (options.has("l") || joined.contains("l"))
            return listen(console, options, new Joined(joined), program, programs);
        if (isProgram) return console.fail(1, "nc: simulated containers know -e together with -l only");
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

    /** Letters that stand before the {@code e} of {@code -e}, as in {@code -lke}. */
    private record Joined(String letters) {
        boolean has(String letter) {
            return letters.contains(letter);
        }
    }

    private static int listen(
            ClientConsole console, ClientOptions options, Joined joined, List<String> program, Programs programs)
            throws IOException, InterruptedException {
        var named = options.operands().isEmpty() ? "" : options.operands().getLast();
        var port = options.value("p").orElse(named);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > LAST_PORT)
            return console.fail(1, "nc: -l: expected a port, as in nc -l -p 8080");
        var staysOpen = options.has("k") || joined.has("k");
        return new NetcatListener(console, staysOpen, program, programs)
                .run(Integer.parseInt(port), options.has("u") || joined.has("u"));
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
            // The other side hears the end of the input; on the machine's network that would end the connection.
            if (!(stream instanceof SocketStream)) stream.output().close();
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
