package dev.plimsoll.nodeagent.cri.sessions;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.objects.pod.session.CommandStatus;
import dev.plimsoll.objects.pod.session.TerminalResize;
import dev.plimsoll.streams.spdy.SpdyStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A process in a container whose streams the runtime serves. The client may speak any protocol; the runtime is spoken to with one. */
final class RuntimeCommand implements ContainerProcess {
    private static final List<String> PROTOCOLS = List.of("v4.channel.k8s.io");
    private static final int MOST_STATUS = 64 * 1024;

    private final Supplier<CriReply<URI>> address;
    private final SessionRequest request;

    /** @param address where the runtime serves it; asked when the session begins, because it is good for a while only */
    RuntimeCommand(Supplier<CriReply<URI>> address, SessionRequest request) {
        this.address = address;
        this.request = request;
    }

    @Override
    public Result run(Streams streams) throws IOException, InterruptedException {
        return switch (address.get()) {
            case CriReply.Failed<URI>(var _, var message) -> new Result.Failed(message);
            case CriReply.Ok<URI>(var uri) -> {
                try (var connection = RuntimeConnection.open(uri, PROTOCOLS)) {
                    yield run(connection, streams);
                }
            }
        };
    }

    private Result run(RuntimeConnection connection, Streams streams) throws IOException, InterruptedException {
        var error = connection.open(Map.of("streamType", "error"));
        var broken = new AtomicReference<@Nullable IOException>();
        var inward = new ArrayList<Thread>();
        var outward = new ArrayList<Thread>();
        try {
            if (request.stdin()) inward.add(fed(connection.open(Map.of("streamType", "stdin")), streams.stdin()));
            if (request.stdout())
                outward.add(copied(connection, Map.of("streamType", "stdout"), streams.stdout(), broken));
            if (request.stderr() && !request.tty())
                outward.add(copied(connection, Map.of("streamType", "stderr"), streams.stderr(), broken));
            if (request.tty()) inward.add(sized(connection.open(Map.of("streamType", "resize")), streams.terminal()));
            var told = error.input().readNBytes(MOST_STATUS);
            for (var thread : outward) thread.join();
            var gone = broken.get();
            if (gone != null) throw gone;
            return result(told);
        } catch (InterruptedIOException e) {
            var interrupted = new InterruptedException("the client has gone");
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            // Nobody stays who waits for a client or a runtime.
            connection.close();
            inward.forEach(Thread::interrupt);
            outward.forEach(Thread::interrupt);
        }
    }

    /** What the client types, to its end: then the process is told that there is no more. */
    private static Thread fed(SpdyStream to, InputStream from) {
        return ComponentThreads.named("runtime-stdin").start(() -> {
            try (var output = to.output()) {
                from.transferTo(output);
            } catch (IOException _) {
                // The process reads no more, or the client is gone; what the process writes is still wanted.
            }
        });
    }

    private static Thread copied(
            RuntimeConnection connection,
            Map<String, String> headers,
            OutputStream to,
            AtomicReference<@Nullable IOException> broken)
            throws IOException {
        var from = connection.open(headers).input();
        return ComponentThreads.named("runtime-output").start(() -> {
            try {
                from.transferTo(to);
                to.flush();
            } catch (IOException e) {
                broken.compareAndSet(null, e);
                connection.close();
            }
        });
    }

    private static Thread sized(SpdyStream to, TerminalView terminal) {
        return ComponentThreads.named("runtime-resize").start(() -> {
            try (var output = to.output()) {
                for (var size = terminal.get(); ; size = terminal.await(size)) {
                    var message = new TerminalResize(size.width(), size.height()).text() + "\n";
                    output.write(message.getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException _) {
                // The session is over.
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // the same
            }
        });
    }

    private static Result result(byte[] told) {
        var status = ClientJson.read(told).orElse(null);
        if (status == null) return new Result.Failed("the runtime broke the session off");
        return switch (CommandStatus.read(status)) {
            case CommandStatus.Exited(var code) -> new Result.Exited(code);
            // The node puts the same words before it.
            case CommandStatus.Failed(var message) ->
                new Result.Failed(message.replaceFirst(
                        "^Internal error occurred: error (executing command in|attaching to) container: ", ""));
        };
    }
}
