package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.runtime.PodPorts;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.UpgradedConnection;
import dev.plimsoll.streams.spdy.SpdyConnection;
import dev.plimsoll.streams.spdy.SpdyStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Forwarded ports: for each connection a pair of streams, one for data and one for what goes wrong. */
final class SpdyPorts implements UpgradedConnection.User {
    static final String PROTOCOL = "portforward.k8s.io";
    static final String TUNNEL = "SPDY/3.1+" + PROTOCOL;

    private final PodPorts ports;
    private final String pod;
    /** By request, until both streams are there; the reading thread's own. */
    private final Map<String, Pair> waiting = new HashMap<>();

    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    /**
     * Of one pod.
     *
     * @param pod its name and uid, for messages
     */
    SpdyPorts(PodPorts ports, String pod) {
        this.ports = ports;
        this.pod = pod;
    }

    private static final class Pair {
        private @Nullable SpdyStream error;
        private @Nullable SpdyStream data;
    }

    @Override
    public void use(DuplexStream client) {
        var connection = new SpdyConnection(client, this::opened);
        try {
            connection.run();
        } catch (IOException _) {
            // The client has gone.
        } finally {
            connection.close();
            running.forEach(Thread::interrupt);
        }
    }

    private void opened(SpdyStream stream) {
        var type = stream.header("streamtype");
        var number = stream.header("port");
        if (number.isEmpty() || port(number) == 0 || !(type.equals("error") || type.equals("data"))) {
            refuse(stream, problem(type, number));
            return;
        }
        // Without a number of the request, the data stream is the one that follows the error stream.
        var asked = stream.header("requestid");
        var request = asked.isEmpty() ? "#" + (type.equals("error") ? stream.id() : stream.id() - 2) : asked;
        var pair = waiting.computeIfAbsent(request, _ -> new Pair());
        if ((type.equals("error") ? pair.error : pair.data) != null) {
            refuse(stream, type + " stream already assigned");
            return;
        }
        if (type.equals("error")) pair.error = stream;
        else pair.data = stream;
        var error = pair.error;
        var data = pair.data;
        if (error == null || data == null) return;
        waiting.remove(request);
        // Whoever it is for: the reading thread must go on.
        running.add(ComponentThreads.named("forwarded-port").start(() -> {
            try {
                forward(port(number), data, error);
            } finally {
                running.remove(Thread.currentThread());
            }
        }));
    }

    private static int port(String text) {
        try {
            var number = Integer.parseInt(text);
            return number >= 1 && number <= 65_535 ? number : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static String problem(String type, String number) {
        if (number.isEmpty()) return "\"port\" header is required";
        if (port(number) == 0)
            return number.equals("0") ? "port \"0\" must be > 0" : "unable to parse \"" + number + "\" as a port";
        return type.isEmpty() ? "\"streamType\" header is required" : "invalid stream type \"" + type + "\"";
    }

    private static void refuse(SpdyStream stream, String why) {
        tell(stream, why);
        stream.reset();
    }

    private static void tell(SpdyStream stream, String why) {
        try {
            stream.output().write(why.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // The client is not there to be told.
        }
    }

    private void forward(int port, SpdyStream data, SpdyStream error) {
        try (data;
                error) {
            ports.connect(port, data);
        } catch (IOException e) {
            tell(error, "error forwarding port " + port + " to pod " + pod + ": " + e.getMessage());
            error.close();
            data.reset();
        } catch (InterruptedException _) {
            data.reset();
        }
    }
}
