package dev.plimsoll.nodeagent.cri.sessions;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.nodeagent.runtime.PodPorts;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.spdy.SpdyStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/** Ports of a pod, which the runtime reaches. Each connection has one of its own to the runtime. */
final class RuntimePorts implements PodPorts {
    private static final List<String> PROTOCOLS = List.of("portforward.k8s.io");
    private static final int MOST_TEXT = 4096;

    private final IntFunction<CriReply<URI>> addresses;

    /** @param addresses where the runtime serves a port */
    RuntimePorts(IntFunction<CriReply<URI>> addresses) {
        this.addresses = addresses;
    }

    @Override
    public void connect(int port, DuplexStream client) throws IOException, InterruptedException {
        switch (addresses.apply(port)) {
            case CriReply.Failed<URI>(var _, var message) -> throw new IOException(message);
            case CriReply.Ok<URI>(var uri) -> {
                try (var connection = RuntimeConnection.open(uri, PROTOCOLS)) {
                    forward(connection, port, client);
                }
            }
        }
    }

    private static void forward(RuntimeConnection connection, int port, DuplexStream client)
            throws IOException, InterruptedException {
        var number = Integer.toString(port);
        var error = connection.open(Map.of("streamType", "error", "port", number, "requestID", "0"));
        var data = connection.open(Map.of("streamType", "data", "port", number, "requestID", "0"));
        error.output().close();
        var problem = new AtomicReference<>("");
        var told = ComponentThreads.named("port-error").start(() -> problem.set(text(error)));
        var sent = ComponentThreads.named("port-input").start(() -> send(client.input(), data));
        try {
            copy(data.input(), client.output());
            told.join();
            if (!problem.get().isEmpty()) throw new IOException(problem.get());
        } catch (InterruptedIOException e) {
            var interrupted = new InterruptedException("the client has gone");
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            connection.close();
            told.interrupt();
            sent.interrupt();
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        from.transferTo(to);
        to.flush();
    }

    /** What the client sends, to its end, which is told to the other side. */
    private static void send(InputStream from, SpdyStream to) {
        try (var output = to.output()) {
            from.transferTo(output);
        } catch (IOException _) {
            // One of the two is gone; the other direction notices by itself.
        }
    }

    /** Why the runtime could not forward; the node puts the pod's own name before it. */
    private static String text(SpdyStream error) {
        try {
            var text = new String(error.input().readNBytes(MOST_TEXT), StandardCharsets.UTF_8);
            return text.replaceFirst("^error forwarding port [0-9]+ to pod [^,]*, uid [^:]*: ", "");
        } catch (IOException _) {
            return ""; // the session is over
        }
    }
}
